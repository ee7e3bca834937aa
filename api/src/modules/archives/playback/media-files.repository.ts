import { type Pool, queryPrepared } from '../../../platform/database/db';
import type { MediaGrant } from './media-urls';

export type MediaFilesRepository = ReturnType<typeof createMediaFilesRepository>;

/** Repository of what signed URLs still open. */
export function createMediaFilesRepository(pool: Pool) {
  const some = async (text: string, values: unknown[]) => (await queryPrepared(pool, text, values)).length > 0;
  return {
    /**
     * True while the version is the archive's own, not hidden since the URL was signed, and still open to everybody if it
     * was then.
     */
    isCurrent: ({ archiveId, version, isShared, isHidden }: MediaGrant) =>
      some(
        `select 1 from archives where id = $1 and media_version = $2 and (state = 'ready' or (state = 'hidden' and $4::boolean))
          and (not $3::boolean or (state = 'ready' and access = 'public' and published_at is not null))`,
        [archiveId, version, isShared, isHidden],
      ),

    isPublished: (archiveId: string, version: string) =>
      some(
        `select 1 from archives where id = $1 and media_version = $2 and state = 'ready' and published_at is not null`,
        [archiveId, version],
      ),
  };
}
