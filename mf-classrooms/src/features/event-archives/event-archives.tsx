import { listEventArchives } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { CardGrid } from '@manabiba/shared/ui/card';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Section } from '@manabiba/shared/ui/section';
import { SkeletonCards } from '@manabiba/shared/ui/skeleton-cards';

import { ArchiveCard } from '../../core/archive/archive-card';

const MAX_SHOWN = 8;

/** イベントのアーカイブ, below past events. Renders nothing when there are none. */
export function EventArchives() {
  const { data, error, retry } = useEndpoint(listEventArchives, { query: { limit: MAX_SHOWN } });
  if (data?.items.length === 0) return null;
  return (
    <Section title="イベントのアーカイブ">
      {data ? (
        <CardGrid columns={4}>
          {data.items.map((archive) => (
            <li key={archive.id}>
              <ArchiveCard archive={archive} />
            </li>
          ))}
        </CardGrid>
      ) : error ? (
        <ErrorState title="イベントのアーカイブを表示できませんでした。" onRetry={retry} />
      ) : (
        <SkeletonCards count={4} columns={4} />
      )}
    </Section>
  );
}
