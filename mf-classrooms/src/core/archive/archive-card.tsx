import type { Archive } from '@manabiba/shared/contract/archives';
import { formatCount } from '@manabiba/shared/format/count';
import { formatShortDate } from '@manabiba/shared/format/date-time';
import { formatLength } from '@manabiba/shared/format/duration';
import { formatRating } from '@manabiba/shared/format/rating';
import { Link, paths, Phrases, useNow } from '@manabiba/shared/platform';
import { Card, CardTitle, Meta } from '@manabiba/shared/ui/card';
import { Cover } from '@manabiba/shared/ui/cover';
import { millisecondsInDay } from 'date-fns/constants';

import { AccessBadge } from './access-badge';

/** An archive in a list. A host's own list leaves the host's name out. */
export function ArchiveCard({ archive, hasHost = true }: { archive: Archive; hasHost?: boolean }) {
  const now = useNow(millisecondsInDay);
  return (
    <Card>
      <Cover
        src={archive.thumbnailUrl}
        seed={archive.id}
        topLeft={archive.canWatch ? undefined : <AccessBadge access={archive.access} />}
        bottomRight={formatLength(archive.durationSeconds)}
      />
      <CardTitle>
        <Link to={paths.archive.href({ id: archive.id })}>
          <Phrases text={archive.title} />
        </Link>
      </CardTitle>
      {hasHost && (
        <Meta>
          <span>{archive.host.nickname}</span>
          {archive.captionUrl !== null && <span>字幕</span>}
        </Meta>
      )}
      <Meta>
        <span>視聴 {formatCount(archive.watchCount)}回</span>
        {archive.rating && <span>{formatRating(archive.rating)}</span>}
        {archive.publishedAt && <span>{formatShortDate(archive.publishedAt, now)}</span>}
      </Meta>
    </Card>
  );
}
