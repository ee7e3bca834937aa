import type { cutArchive } from '@manabiba/shared/contract/archive-editing';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import { onceCommitted, type Write } from '../../platform/database/transaction';
import type { Storage } from '../../platform/storage/storage';
import type { ArchivesService } from '../archives/archives.service';
import type { EditingService } from '../archives/editing/editing.service';
import { linesRepository } from './lines/lines.repository';
import { lockOwnPart, lockRecording, requireUnpublished } from './lock-recording';
import { type LockedRecording, partsRepository as parts } from './parts.repository';
import { movedChapters } from './recording-rules';

interface PartsDeps {
  archives: Pick<ArchivesService, 'get'>;
  editing: Pick<EditingService, 'deleteIn'>;
  storage: Storage;
  write: Write;
  clock: Clock;
  onTrouble: (error: unknown) => void;
}

/** A shorter video is refused, in seconds. */
const SHORTEST_SECONDS = 5;

export type PartsService = ReturnType<typeof createPartsService>;

/** What an archive contains of its recording, as its host and its speakers decide before its publication. */
export function createPartsService({ archives, editing, storage, write, clock, onTrouble }: PartsDeps) {
  function requireHost(viewer: SignedInViewer, archive: LockedRecording): void {
    if (archive.host_id !== viewer.id) throw new AppError('not_owner');
  }

  function removeCaptionsFile(trx: Trx, { id, captions_version: captions }: LockedRecording): void {
    if (captions !== null)
      onceCommitted(trx, () => void storage.remove(`archives/${id}/captions/${captions}.vtt`).catch(onTrouble));
  }

  return {
    /** Cuts the start and the end off. The chapters move with the video; captions would not fit any more. */
    async cut(
      viewer: SignedInViewer,
      id: string,
      { startSeconds: start, endSeconds: end }: z.output<(typeof cutArchive)['body']>,
    ) {
      await archives.get(viewer, id);
      await write(async (trx) => {
        const archive = await lockRecording(trx, id);
        requireHost(viewer, archive);
        requireUnpublished(archive);
        const { cut_start: startBefore, cut_end: endBefore, duration_seconds: duration, chapters } = archive;
        if (archive.state === 'failed' || duration === 0) throw new AppError('not_open');
        const length = duration + startBefore + endBefore - start - end;
        if (length < SHORTEST_SECONDS)
          throw new AppError('invalid', { fields: { endSeconds: '動画が残るように、切る長さを短くしてください。' } });
        if (start === startBefore && end === endBefore) return;
        await parts.cut(trx, id, {
          start,
          end,
          chapters: movedChapters(chapters, { by: startBefore - start, length }),
        });
        await parts.composeAgain(trx, id, clock.now());
        await parts.removeCaptions(trx, id);
        removeCaptionsFile(trx, archive);
      });
      return archives.get(viewer, id);
    },

    /** Tries a failed composition again. */
    async compose(viewer: SignedInViewer, id: string) {
      await archives.get(viewer, id);
      await write(async (trx) => {
        const archive = await lockRecording(trx, id);
        requireHost(viewer, archive);
        requireUnpublished(archive);
        if (archive.state !== 'failed') throw new AppError('not_open');
        await parts.composeAgain(trx, id, clock.now());
      });
      return archives.get(viewer, id);
    },

    /** Takes the viewer's part out, for good. Without it nothing may be left, and the archive goes. */
    async takeMyPartOut(viewer: SignedInViewer, id: string): Promise<{ isDeleted: boolean }> {
      await archives.get(viewer, id);
      return write(async (trx) => {
        const { archive, isOut } = await lockOwnPart(trx, viewer, id);
        if (isOut) return { isDeleted: false };
        const isAnythingLeft = await parts.takeOut(trx, id, viewer.id, clock.now());
        await linesRepository.removeOf(trx, id, viewer.id);
        // Captions may contain what the viewer has said.
        await parts.removeCaptions(trx, id);
        removeCaptionsFile(trx, archive);
        if (isAnythingLeft) await parts.composeAgain(trx, id, clock.now());
        else await editing.deleteIn(trx, id);
        return { isDeleted: !isAnythingLeft };
      });
    },
  };
}
