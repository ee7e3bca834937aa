import { listArchives } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';

import { RecommendedArchives } from '../../core/archive/recommended-archives';

const MAX_SHOWN = 4;

/** おすすめのアーカイブ on the top page: what the editors have picked. */
export function TopArchives() {
  const { data, error, retry } = useEndpoint(listArchives, { query: { pickup: 'true' } });
  return (
    <RecommendedArchives archives={data?.items.slice(0, MAX_SHOWN)} hasFailed={error !== undefined} onRetry={retry} />
  );
}
