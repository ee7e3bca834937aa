import { listArchives } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpoint } from '@manabiba/shared/platform';
import { CardGrid } from '@manabiba/shared/ui/card';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Section } from '@manabiba/shared/ui/section';
import { SkeletonCards } from '@manabiba/shared/ui/skeleton';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';

import { ArchiveCard } from '../../core/archive/archive-card';

const MAX_SHOWN = 4;

/** おすすめのアーカイブ on the top page: what the editors have picked. Renders nothing when there is nothing picked. */
export function TopArchives() {
  const { data, error, retry } = useEndpoint(listArchives, { query: { pickup: 'true' } });
  if (data?.items.length === 0) return null;
  return (
    <Section
      title="おすすめのアーカイブ"
      more={
        <Link className={moreLinkClass} to={paths.archives.href()} aria-label="アーカイブをすべて見る">
          <MoreLabel />
        </Link>
      }
    >
      {data ? (
        <CardGrid columns={4}>
          {data.items.slice(0, MAX_SHOWN).map((archive) => (
            <li key={archive.id}>
              <ArchiveCard archive={archive} />
            </li>
          ))}
        </CardGrid>
      ) : error ? (
        <ErrorState title="おすすめのアーカイブを表示できませんでした。" onRetry={retry} />
      ) : (
        <SkeletonCards count={MAX_SHOWN} columns={4} />
      )}
    </Section>
  );
}
