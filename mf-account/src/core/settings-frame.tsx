import { PageBody } from '@manabiba/shared/ui/page-body';
import { Fragment, type ReactNode } from 'react';

import { useCurrentSection } from './use-current-section';
import { useFocusOnAnchor } from './use-focus-on-anchor';

import styles from './settings-frame.module.css';

export interface SettingsSection {
  id: string;
  /** The label in the side navigation; empty to leave it out. */
  title: string;
  content: ReactNode;
}

/** A settings page: navigation at the side, sections one below the other. */
export function SettingsFrame({ title, sections }: { title: string; sections: readonly SettingsSection[] }) {
  const listed = sections.filter((section) => section.title);
  const current = useCurrentSection(listed.map(({ id }) => id));
  useFocusOnAnchor();
  return (
    <PageBody className={styles.page}>
      <h1>{title}</h1>
      <nav className={styles.nav} aria-label="設定の項目">
        <ul>
          {listed.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`} aria-current={section.id === current ? 'true' : undefined}>
                {section.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.column}>
        {sections.map(({ id, content }) => (
          <Fragment key={id}>{content}</Fragment>
        ))}
      </div>
    </PageBody>
  );
}
