import { Link } from '@manabiba/shared/platform';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';

import styles from './work-queue.module.css';

export interface WorkItem {
  id: string;
  path: string;
  name: string;
  /** The subject, below the name. */
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

/** Items awaiting a decision, with the selected one next to the list. */
export function WorkQueue({ label, items, hiddenCount, selectedId, children }: WorkQueueProps) {
  const queueRef = useSelectedInView(selectedId);
  return (
    <div className={styles.work}>
      <nav ref={queueRef} className={styles.queue} aria-label={label}>
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

/** Scrolls the list, and not the page, so far that the selected item is seen. */
function useSelectedInView(selectedId: string | undefined) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const list = ref.current;
    const item = list?.querySelector<HTMLElement>('[aria-current]');
    if (!list || !item) return;
    const { offsetTop: top, offsetHeight: height } = item;
    list.scrollTop = Math.min(top, Math.max(list.scrollTop, top + height - list.clientHeight));
  }, [selectedId]);
  return ref;
}

/** The selected item, next to the queue. */
export const WorkCase = ({ children }: { children: ReactNode }) => <div className={styles.case}>{children}</div>;

/** The name of the item at the top of its case. It can take the focus by its ref. */
export const CaseName = ({ children, ref }: { children: ReactNode; ref?: Ref<HTMLHeadingElement> }) => (
  <h2 ref={ref} tabIndex={ref ? -1 : undefined} className={styles.name}>
    {children}
  </h2>
);

/** Figures next to the title of a page. */
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
