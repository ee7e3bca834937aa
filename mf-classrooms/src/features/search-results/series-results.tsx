import type { SlotParams } from '@manabiba/shared/platform';

import { SeriesList, SeriesRow } from '../../core/series/series-list';

/** Series that match a search. */
export function SeriesResults({ items }: SlotParams<'search-results-series'>) {
  return (
    <SeriesList>
      {items.map((series) => (
        <SeriesRow key={series.id} series={series} level={3} first={<span>{series.host.nickname}</span>} />
      ))}
    </SeriesList>
  );
}
