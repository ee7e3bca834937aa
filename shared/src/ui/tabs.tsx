import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';

import { classNames } from './class-names';

import styles from './tabs.module.css';

export interface Tab<Key extends string> {
  key: Key;
  label: ReactNode;
  /** A count after the label. */
  count?: ReactNode;
  isDisabled?: boolean;
}

export interface TabsProps<Key extends string> {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab<Key>[];
  selected: Key;
  onSelect: (key: Key) => void;
  /** Content of the selected tab's panel. */
  children: ReactNode;
  /** Distributes the full width among the tabs. */
  isEven?: boolean;
  /** Class of the tab list, such as a room's own padding. */
  className?: string;
  panelClassName?: string;
}

/** Views of one thing, one at a time. Arrow keys, Home and End move between tabs and select them. */
export function Tabs<Key extends string>(props: TabsProps<Key>) {
  const { label, tabs, selected, onSelect, children, isEven = false, className, panelClassName } = props;
  const id = useId();
  const row = useRef<HTMLDivElement>(null);

  function handleKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    const found = moveFocus(event, [...(row.current?.querySelectorAll<HTMLElement>('[role="tab"]:enabled') ?? [])]);
    found?.click();
  }

  return (
    <>
      <div
        ref={row}
        className={classNames(styles.tabs, isEven && styles.even, className)}
        role="tablist"
        aria-label={label}
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            className={styles.tab}
            aria-selected={tab.key === selected}
            aria-controls={tab.key === selected ? `${id}-panel` : undefined}
            tabIndex={tab.key === selected ? 0 : -1}
            disabled={tab.isDisabled}
            onClick={() => onSelect(tab.key)}
            onKeyDown={handleKeyDown}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        className={panelClassName}
        role="tabpanel"
        aria-labelledby={`${id}-${selected}`}
        tabIndex={0}
        data-focus-quietly=""
      >
        {children}
      </div>
    </>
  );
}

/** Class of a tab that is a link; `aria-current="page"`, which a router's nav link sets, marks the selected one. */
export const tabClass = classNames(styles.tab);

/** Tabs that are pages of their own: a row of router links with `tabClass`. Arrow keys move from link to link. */
export function TabNav({
  label,
  children,
  isEven = false,
  className,
}: {
  label: string;
  children: ReactNode;
  isEven?: boolean;
  className?: string;
}) {
  const row = useRef<HTMLElement>(null);
  const shown = useRef<Element>(null);
  // A page may be opened by the URL of a tab that a narrow screen shows only after scrolling.
  useLayoutEffect(() => {
    const current = row.current?.querySelector('[aria-current]') ?? null;
    if (row.current && current && current !== shown.current) showIn(row.current, current);
    shown.current = current;
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys are pressed on its links, which are the caller's.
    <nav
      ref={row}
      className={classNames(styles.tabs, isEven && styles.even, className)}
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, [...(row.current?.querySelectorAll<HTMLElement>('a') ?? [])])}
    >
      {children}
    </nav>
  );
}

/** Scrolls a row sideways, and nothing else, until an element in it is visible. */
function showIn(row: Element, element: Element) {
  const [frame, box] = [row.getBoundingClientRect(), element.getBoundingClientRect()];
  row.scrollLeft += Math.max(0, box.right - frame.right) - Math.max(0, frame.left - box.left);
}

/** A count after a link's label. */
export function TabCount({ children }: { children: ReactNode }) {
  return <span className={styles.count}>{children}</span>;
}

function moveFocus(event: KeyboardEvent, stops: HTMLElement[]): HTMLElement | undefined {
  const at = stops.findIndex((stop) => stop === document.activeElement);
  if (at === -1) return undefined;
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowRight: stops[(at + 1) % stops.length],
    ArrowLeft: stops.at(at - 1),
    Home: stops[0],
    End: stops.at(-1),
  };
  const target = targets[event.key];
  if (target === undefined) return undefined;
  event.preventDefault();
  target.focus();
  return target;
}
