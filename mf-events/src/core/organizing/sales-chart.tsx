import { formatCount } from '@manabiba/shared/format/count';
import { InNumbers } from '@manabiba/shared/ui/figures-table';

import styles from './sales-chart.module.css';

export interface ChartBar {
  /** A stable key for the bar. */
  key: string;
  /** The label below the bar and in the table: 11/21. */
  label: string;
  value: number;
  /** Running total, shown as a line with its own scale on the right. */
  sum?: number;
  /** The table cells, one per column. */
  cells: readonly string[];
}

interface SalesChartProps {
  /** The title: 申し込みの推移. */
  title: string;
  /** The unit of the values: 円. */
  unit: string;
  bars: readonly ChartBar[];
  /** Legend labels of the bars and the line, when there is a line. */
  legend?: { bars: string; line: string };
  /** The table headers: the label column first, then the cell columns. */
  columns: readonly string[];
  className?: string;
}

/** The maximum number of labels that fit below the bars. */
const LABELS = 5;

/** A bar chart over time. The same data is in a collapsed table below, which screen readers use instead. */
export function SalesChart({ title, unit, bars, legend, columns, className }: SalesChartProps) {
  const top = niceTop(Math.max(...bars.map(({ value }) => value), 1));
  const every = Math.ceil(bars.length / LABELS);
  const sums = bars.flatMap(({ sum }) => sum ?? []);
  const sumTop = niceTop(Math.max(...sums, 1));
  return (
    <div className={className}>
      {legend && (
        <p className={styles.legend} aria-hidden>
          <span className={styles.ofBars}>{legend.bars}</span>
          <span className={styles.ofLine}>{legend.line}</span>
        </p>
      )}
      <div className={styles.chart} aria-hidden>
        <Scale top={top} unit={unit} />
        <ol className={styles.bars}>
          {bars.map(({ key, label, value }, index) => (
            <li key={key} title={`${label} ${formatCount(value)}${unit}`}>
              <svg className={styles.bar}>
                <rect
                  x="0"
                  width="100%"
                  y={`${100 - (value / top) * 100}%`}
                  height={`${(value / top) * 100}%`}
                  rx="3"
                />
              </svg>
              <span className={styles.label}>{(bars.length - 1 - index) % every === 0 && label}</span>
            </li>
          ))}
        </ol>
        {sums.length > 0 && (
          <>
            <SumLine sums={sums} top={sumTop} />
            <Scale top={sumTop} unit={unit} />
          </>
        )}
      </div>
      <InNumbers label={title} columns={columns} rows={[...bars].reverse()} />
    </div>
  );
}

function Scale({ top, unit }: { top: number; unit: string }) {
  return (
    <ul className={styles.scale}>
      <li>
        {formatCount(top)}
        {unit}
      </li>
      <li>{formatCount(top / 2)}</li>
      <li>0</li>
    </ul>
  );
}

/** Connects the centres of the bars, with an outline that keeps it visible on top of them. */
function SumLine({ sums, top }: { sums: readonly number[]; top: number }) {
  const points = sums
    .map((sum, index) => `${((index + 0.5) / sums.length) * 100},${100 - (sum / top) * 100}`)
    .join(' ');
  return (
    <svg className={styles.line} viewBox="0 0 100 100" preserveAspectRatio="none">
      <polyline points={points} vectorEffect="non-scaling-stroke" />
      <polyline points={points} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** Returns the next of 2, 4, 6, 10, 20, 40 and so on, so that half of it is an integer. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 6, 10].find((factor) => factor * power >= value && (factor * power) % 2 === 0);
  return step === undefined ? 20 * power : step * power;
}
