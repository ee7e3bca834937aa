import { listUserArchives } from '@manabiba/shared/data/endpoints';
import { type SlotParams, useEndpoint } from '@manabiba/shared/platform';
import { CardGrid } from '@manabiba/shared/ui/card';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Section } from '@manabiba/shared/ui/section';

import { ArchiveCard } from '../../core/archive/archive-card';

/** The maximum number shown. */
const MAX_ARCHIVES = 50;

/** The archives a user has published, on their profile, most watched first. Renders nothing when there are none. */
export function UserArchives({ userId }: SlotParams<'user-archives'>) {
  return <ArchivesOf key={userId} userId={userId} />;
}

function ArchivesOf({ userId }: { userId: string }) {
  const { data, error, retry } = useEndpoint(listUserArchives, {
    params: { id: userId },
    query: { limit: MAX_ARCHIVES },
  });
  if (!data && error) return <ErrorState title="アーカイブを表示できませんでした。" onRetry={retry} />;
  if (!data || data.items.length === 0) return null;
  const byWatchCount = [...data.items].sort((a, b) => b.watchCount - a.watchCount);
  return (
    <Section title="よく見られているアーカイブ">
      <CardGrid columns={4}>
        {byWatchCount.map((archive) => (
          <li key={archive.id}>
            <ArchiveCard archive={archive} hasHost={false} />
          </li>
        ))}
      </CardGrid>
    </Section>
  );
}
