import { type Pool, queryPrepared } from '../../../platform/database/db';
import type { MediaGrant } from './media-urls';

export type MediaFilesRepository = ReturnType<typeof createMediaFilesRepository>;

/** Repository of what signed URLs still open. */
export function createMediaFilesRepository(pool: Pool) {
  const some = async (text: string, values: unknown[]) => (await queryPrepared(pool, text, values)).length > 0;
  return {
    /** True while the version is the archive's own, and still open to everybody if it was when the URL was signed. */
    isCurrent: ({ archiveId, version, isShared }: MediaGrant) =>
      some(
        `select 1 from archives where id = $1 and media_version = $2 and state in ('ready', 'hidden')
          and (not $3::boolean or (state = 'ready' and access = 'public' and published_at is not null))`,
        [archiveId, version, isShared],
      ),

    isPublished: (archiveId: string, version: string) =>
      some(
        `select 1 from archives where id = $1 and media_version = $2 and state = 'ready' and published_at is not null`,
        [archiveId, version],
      ),
  };
}
