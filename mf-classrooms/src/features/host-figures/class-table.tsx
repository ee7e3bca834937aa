import type { ClassFigures } from '@manabiba/shared/contract/host-figures';
import { formatCount } from '@manabiba/shared/format/count';
import { formatRating } from '@manabiba/shared/format/rating';
import { Link } from '@manabiba/shared/platform';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { FiguresTable } from '@manabiba/shared/ui/figures-table';

import { classroomHref } from '../../core/classroom/classroom-path';
import { partText, peopleText } from './people-text';

import styles from './host-figures.module.css';

const columns = ['教室', '参加した人', '参加時間の中央値', '最後までいた人', '前にも来た人', '評価'] as const;

/** One row per class; on a narrow screen each is a card whose values have their column's name. */
export function ClassTable({ classes }: { classes: readonly ClassFigures[] }) {
  return (
    <FiguresTable label="教室ごとの数字" columns={columns} className={styles.table}>
      {classes.map((figures) => (
        <tr key={figures.id}>
          <th scope="row">
            <Link className={styles.name} to={classroomHref(figures)}>
              {figures.name}
            </Link>
            <DateTime value={figures.startAt} />
          </th>
          {cellsOf(figures).map((cell, index) => (
            <td key={columns[index + 1]} data-label={columns[index + 1]}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </FiguresTable>
  );
}

function cellsOf({ joined, medianSeconds, stayed, returning, rating }: ClassFigures): string[] {
  return [
    peopleText(joined),
    medianSeconds === null ? '–' : `${formatCount(Math.round(medianSeconds / 60))}分`,
    partText(stayed, joined),
    partText(returning, joined),
    ratingText(rating),
  ];
}

function ratingText({ count, average }: ClassFigures['rating']): string {
  if (typeof count === 'number' && average !== null) return formatRating({ average, count });
  return count === 0 ? '–' : peopleText(count);
}
