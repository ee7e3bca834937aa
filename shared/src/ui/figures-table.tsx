import type { ReactNode } from 'react';

import { classNames } from './class-names';

import styles from './figures-table.module.css';

interface FiguresTableProps {
  label: string;
  /** The headers: the column that names the rows first. */
  columns: readonly string[];
  className?: string | undefined;
  /** The rows. */
  children: ReactNode;
}

/** A table whose first column names the rows and whose others are numbers. */
export function FiguresTable({ label, columns, className, children }: FiguresTableProps) {
  return (
    <table className={classNames(styles.table, className)} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface InNumbersProps extends Pick<FiguresTableProps, 'label' | 'columns'> {
  rows: readonly { key: string; label: string; cells: readonly string[] }[];
}

/** The data of a chart as a collapsed table, which screen readers use instead of the chart. */
export function InNumbers({ label, columns, rows }: InNumbersProps) {
  return (
    <details className={styles.details}>
      <summary>数字で見る</summary>
      <FiguresTable label={label} columns={columns}>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.label}</th>
            {row.cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </FiguresTable>
    </details>
  );
}
