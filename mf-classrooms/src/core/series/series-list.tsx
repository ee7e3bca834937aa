import type { ListedSeries } from '@manabiba/shared/contract/series';
import { Link, paths, Phrases } from '@manabiba/shared/platform';
import { Badge, LivePill } from '@manabiba/shared/ui/badge';
import { Meta } from '@manabiba/shared/ui/card';
import { DateTime } from '@manabiba/shared/ui/date-time';
import type { ReactNode } from 'react';

import styles from './series-list.module.css';

/** Series as a list. Each child is a `SeriesRow`. */
export function SeriesList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

interface SeriesRowProps {
  series: Pick<ListedSeries, 'id' | 'title' | 'dateCount' | 'endedCount' | 'isLive' | 'nextStartAt' | 'endedAt'>;
  level?: 2 | 3;
  /** A fact before those about the dates. */
  first?: ReactNode;
  /** A fact after them. */
  last?: ReactNode;
}

/** A series in a list: its title and how far its dates are. */
export function SeriesRow({
  series: { id, title, dateCount, endedCount, isLive, nextStartAt, endedAt },
  level = 2,
  first,
  last,
}: SeriesRowProps) {
  const Heading = `h${level}` as const;
  return (
    <li>
      <Heading>
        <Link to={paths.series.href({ id })}>
          <Phrases text={title} />
        </Link>
      </Heading>
      <Meta>
        {first}
        <span>{`全${dateCount}回`}</span>
        {endedCount > 0 && <span>{`${endedCount}回終了`}</span>}
        {isLive ? (
          <LivePill />
        ) : (
          nextStartAt !== null && (
            <span>
              次は
              <DateTime value={nextStartAt} />
            </span>
          )
        )}
        {endedAt !== null && <Badge>終了</Badge>}
        {last}
      </Meta>
    </li>
  );
}
