import { Phrases, useLocation } from '@manabiba/shared/platform';
import { Notice } from '@manabiba/shared/ui/notice';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Prose } from '@manabiba/shared/ui/prose';
import { FileText } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';

import { elementAt } from '../../app/element-at';

import styles from './legal.module.css';

export interface LegalSection {
  /** Anchor for links from elsewhere: it never changes. */
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalTextProps {
  title: string;
  /** Shown before the table of contents. */
  lead: ReactNode;
  /** The effective date of the text, formatted for readers. */
  since: string;
  /** The date of its last change. */
  revised: string;
  sections: readonly LegalSection[];
}

/** A legal document: its status, table of contents and sections. */
export function LegalText({ title, lead, since, revised, sections }: LegalTextProps) {
  useAnchor();
  return (
    <PageBody className={styles.page}>
      <h1>{title}</h1>
      <p className={styles.since}>
        {since} 制定・{revised} 最終改定
      </p>
      <TemplateNotice />
      <Prose>{lead}</Prose>
      <nav className={styles.contents} aria-labelledby="contents">
        <h2 id="contents">目次</h2>
        <ul>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map((section) => (
        <section key={section.id} id={section.id} className={styles.section} aria-labelledby={`${section.id}-title`}>
          <h2 id={`${section.id}-title`}>
            <Phrases text={section.title} />
          </h2>
          <Prose>{section.body}</Prose>
        </section>
      ))}
    </PageBody>
  );
}

/** The status of the text: it still needs legal review. */
export function TemplateNotice() {
  return (
    <div className={styles.template}>
      <Notice tone="warn" icon={FileText}>
        この文書は「ひな形」です。公開の前に弁護士などの専門家が確認し、運営者の情報を設定してください。
      </Notice>
    </div>
  );
}

/** The text renders after the URL has been read, so its anchor is scrolled to again. */
function useAnchor(): void {
  const { hash } = useLocation();
  useEffect(() => {
    elementAt(hash)?.scrollIntoView();
  }, [hash]);
}
