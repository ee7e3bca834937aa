import { Fragment, type ReactNode } from 'react';

import styles from './lead-and-list.module.css';

/** With fewer, the list beside the large card would end far above its foot. */
const MIN_ITEMS = 4;
/** There is room for four beside the large one. */
const MAX_ITEMS = 5;

interface LeadAndListProps<Item> {
  items: readonly Item[];
  large: (item: Item) => ReactNode;
  small: (item: Item) => ReactNode;
}

/** The first item as a large card, with four small ones beside it; up to three are large, beside each other. */
export function LeadAndList<Item extends { id: string }>({ items, large, small }: LeadAndListProps<Item>) {
  const [lead, ...rest] = items.slice(0, MAX_ITEMS);
  if (!lead || items.length < MIN_ITEMS)
    return (
      <div className={styles.few}>
        {items.map((item) => (
          <Fragment key={item.id}>{large(item)}</Fragment>
        ))}
      </div>
    );
  return (
    <div className={styles.grid}>
      {large(lead)}
      <div className={styles.list}>
        {rest.map((item) => (
          <Fragment key={item.id}>{small(item)}</Fragment>
        ))}
      </div>
    </div>
  );
}
