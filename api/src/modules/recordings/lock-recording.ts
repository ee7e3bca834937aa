import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Trx } from '../../platform/database/db';
import type { ArchivesService } from '../archives/archives.service';
import { type LockedRecording, partsRepository as parts } from './parts.repository';

type Archives = Pick<ArchivesService, 'get'>;

/** Locks an archive that the viewer finds; `not_found` otherwise. */
export async function lockRecording(
  trx: Trx,
  archives: Archives,
  viewer: SignedInViewer,
  id: string,
): Promise<LockedRecording> {
  const archive = await parts.lock(trx, id);
  await archives.get(viewer, id);
  if (!archive) throw new AppError('not_found');
  return archive;
}

/** After the publication the recording is deleted, and nothing of it can be changed: `not_open`. */
export function requireUnpublished({ published_at: publishedAt, has_tracks: hasTracks }: LockedRecording): void {
  if (publishedAt !== null || !hasTracks) throw new AppError('not_open');
}

/** Locks an archive before its publication, in which the viewer was recorded: `role_required` otherwise. */
export async function lockOwnPart(trx: Trx, archives: Archives, viewer: SignedInViewer, id: string) {
  const archive = await lockRecording(trx, archives, viewer, id);
  const part = await parts.partOf(trx, id, viewer.id);
  if (!part) throw new AppError('role_required');
  requireUnpublished(archive);
  return { archive, isOut: part.isOut };
}
