import type { Archive } from '@manabiba/shared/contract/archives';
import { listUserArchives } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { formatShortDate } from '@manabiba/shared/format/date-time';
import { formatLength } from '@manabiba/shared/format/duration';
import { Phrases, type SlotParams, useEndpoint, useNow } from '@manabiba/shared/platform';
import { Card, CardGrid, CardTitle, Meta } from '@manabiba/shared/ui/card';
import { Cover } from '@manabiba/shared/ui/cover';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Section } from '@manabiba/shared/ui/section';

const DAY_MS = 86_400_000;
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
  const now = useNow(DAY_MS);
  if (!data && error) return <ErrorState title="アーカイブを表示できませんでした。" onRetry={retry} />;
  if (!data || data.items.length === 0) return null;
  const byWatchCount = [...data.items].sort((a, b) => b.watchCount - a.watchCount);
  return (
    <Section title="よく見られているアーカイブ">
      <p>アーカイブの視聴は、まだご利用いただけません。</p>
      <CardGrid columns={4}>
        {byWatchCount.map((archive) => (
          <li key={archive.id}>
            <ArchiveCard archive={archive} now={now} />
          </li>
        ))}
      </CardGrid>
    </Section>
  );
}

function ArchiveCard({ archive, now }: { archive: Archive; now: Date }) {
  return (
    <Card>
      <Cover src={archive.thumbnailUrl} seed={archive.id} bottomRight={formatLength(archive.durationSeconds)} />
      <CardTitle>
        <Phrases text={archive.title} />
      </CardTitle>
      <Meta>
        <span>視聴 {formatCount(archive.watchCount)}回</span>
        {archive.publishedAt && <span>{formatShortDate(archive.publishedAt, now)}</span>}
      </Meta>
    </Card>
  );
}
