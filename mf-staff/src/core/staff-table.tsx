import type { ReactNode } from 'react';

import styles from './staff-table.module.css';

interface StaffTableProps {
  columns: readonly string[];
  /** Names of the columns that hold numbers. */
  numbers?: readonly string[];
  /** The rows. Each cell has the name of its column in `data-label`, which is shown next to it on narrow screens. */
  children: ReactNode;
}

/** Class of a cell with a number. */
export const numberClass = styles.right;

/** A dense table, which becomes a list of labels and values on narrow screens. */
export function StaffTable({ columns, numbers = [], children }: StaffTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col" className={numbers.includes(name) ? numberClass : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
