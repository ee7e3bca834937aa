import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Trx } from '../../platform/database/db';
import { type LockedRecording, partsRepository as parts } from './parts.repository';

/** Locks an archive; `not_found` when it is gone. Whether the viewer may find it is asked before the transaction. */
export async function lockRecording(trx: Trx, id: string): Promise<LockedRecording> {
  const archive = await parts.lock(trx, id);
  if (!archive) throw new AppError('not_found');
  return archive;
}

/** After the publication the recording is deleted, and nothing of it can be changed: `not_open`. */
export function requireUnpublished({ published_at: publishedAt, has_tracks: hasTracks }: LockedRecording): void {
  if (publishedAt !== null || !hasTracks) throw new AppError('not_open');
}

/** Locks an archive before its publication, in which the viewer was recorded: `role_required` otherwise. */
export async function lockOwnPart(trx: Trx, viewer: SignedInViewer, id: string) {
  const archive = await lockRecording(trx, id);
  const part = await parts.partOf(trx, id, viewer.id);
  if (!part) throw new AppError('role_required');
  requireUnpublished(archive);
  return { archive, isOut: part.isOut };
}
