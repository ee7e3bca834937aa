import { Link, useLocation } from '@manabiba/shared/platform';
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
    <SettingsLayout title={title} entries={listed} current={current}>
      <SettingsColumn>
        {sections.map(({ id, content }) => (
          <Fragment key={id}>{content}</Fragment>
        ))}
      </SettingsColumn>
    </SettingsLayout>
  );
}

interface SettingsLayoutProps {
  title: string;
  /** The entries of the navigation, by the ids of the sections to which they lead. */
  entries: readonly { id: string; title: string }[];
  current?: string;
  /** Also shows the navigation where it does not fit beside the sections. */
  isNavAlwaysShown?: boolean;
  children: ReactNode;
}

/** The title and the navigation of a settings page beside its content. */
export function SettingsLayout({ title, entries, current, isNavAlwaysShown = false, children }: SettingsLayoutProps) {
  const { search } = useLocation();
  return (
    <PageBody className={styles.page}>
      <h1>{title}</h1>
      <nav className={`${styles.nav} ${isNavAlwaysShown ? styles.isAlwaysShown : ''}`} aria-label="設定の項目">
        <ul>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Link to={{ search, hash: entry.id }} aria-current={entry.id === current ? 'true' : undefined}>
                {entry.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </PageBody>
  );
}

/** Sections one below the other. */
export function SettingsColumn({ isHidden = false, children }: { isHidden?: boolean; children: ReactNode }) {
  return (
    <div className={styles.column} hidden={isHidden}>
      {children}
    </div>
  );
}
