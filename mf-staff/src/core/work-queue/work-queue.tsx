import { Link } from '@manabiba/shared/platform';
import type { ReactNode } from 'react';

import styles from './work-queue.module.css';

export interface WorkItem {
  id: string;
  path: string;
  name: string;
  /** What it is about, below the name. */
  note: string;
  /** How long it waits, or what makes it urgent. */
  side: ReactNode;
}

interface WorkQueueProps {
  /** Name of the list for screen readers. */
  label: string;
  items: readonly WorkItem[];
  /** Items that wait and are not listed. */
  hiddenCount: number;
  selectedId: string | undefined;
  /** The selected item. */
  children: ReactNode;
}

/** What waits for a decision, with one of it beside the list. */
export function WorkQueue({ label, items, hiddenCount, selectedId, children }: WorkQueueProps) {
  return (
    <div className={styles.work}>
      <nav className={styles.queue} aria-label={label}>
        <ol>
          {items.map(({ id, path, name, note, side }) => (
            <li key={id}>
              <Link to={path} aria-current={id === selectedId ? 'true' : undefined}>
                <span className={styles.item}>
                  <strong>{name}</strong>
                  <small>{note}</small>
                </span>
                {side}
              </Link>
            </li>
          ))}
        </ol>
        {hiddenCount > 0 && <p className={styles.hidden}>ほか{hiddenCount}件</p>}
      </nav>
      {children}
    </div>
  );
}

/** The item beside the queue. */
export const WorkCase = ({ children }: { children: ReactNode }) => <div className={styles.case}>{children}</div>;

/** The name of the item at the top of its case. */
export const CaseName = ({ children }: { children: ReactNode }) => <h2 className={styles.name}>{children}</h2>;

/** Figures beside the title of a page. */
export function WorkFigures({ figures }: { figures: readonly string[] }) {
  return (
    <p className={styles.meta}>
      {figures.map((figure) => (
        <span key={figure}>{figure}</span>
      ))}
    </p>
  );
}

/** Facts of a case, by name. */
export function CaseFactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
