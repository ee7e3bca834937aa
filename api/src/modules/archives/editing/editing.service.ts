import type { putArchiveCaptions, updateArchive } from '@manabiba/shared/contract/archive-editing';
import type { Updateable } from 'kysely';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import { parseCaptions, requireReadable, writeCaptions } from '../../../platform/captions';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import { onceCommitted, type Write } from '../../../platform/database/transaction';
import { publish } from '../../../platform/events/domain-events';
import { newId } from '../../../platform/ids';
import type { Storage } from '../../../platform/storage/storage';
import type { ArchivesTable } from '../../../tables/archives';
import type { PayoutsService } from '../../payouts/payouts.service';
import type { ArchivesService } from '../archives.service';
import type { EditingRepository, LockedArchive } from './editing.repository';

type Changes = z.output<(typeof updateArchive)['body']>;
type Captions = z.output<(typeof putArchiveCaptions)['body']>;

/** How many folders one round of housekeeping empties. */
const FOLDERS_AT_ONCE = 50;

interface EditingDeps {
  editing: EditingRepository;
  archives: Pick<ArchivesService, 'get'>;
  payouts: Pick<PayoutsService, 'isReady'>;
  storage: Storage;
  write: Write;
  clock: Clock;
  onTrouble: (error: unknown) => void;
}

const folderOf = (archiveId: string) => `archives/${archiveId}`;
const captionsKey = (archiveId: string, version: string) => `${folderOf(archiveId)}/captions/${version}.vtt`;

export type EditingService = ReturnType<typeof createEditingService>;

/** What a host does with their archives. */
export function createEditingService({ editing, archives, payouts, storage, write, clock, onTrouble }: EditingDeps) {
  /**
   * Runs one transaction on an archive of the viewer, locked: `not_found` for one that they cannot find, `not_owner` for
   * another's.
   */
  async function change(viewer: SignedInViewer, id: string, work: (trx: Trx, archive: LockedArchive) => Promise<void>) {
    await archives.get(viewer, id);
    await write(async (trx) => {
      const archive = await editing.lock(trx, id);
      if (!archive) throw new AppError('not_found');
      if (archive.host_id !== viewer.id) throw new AppError('not_owner');
      await work(trx, archive);
    });
  }

  /** Sells the archive of an event. Without an account for payouts it is `invalid`. */
  async function sell(trx: Trx, archive: LockedArchive, price: number, canBePaid: boolean): Promise<void> {
    const problem =
      archive.source !== 'event'
        ? '視聴チケットを販売できるのは、イベントのアーカイブだけです。'
        : !canBePaid && '振込先を登録すると、視聴チケットを販売できます。';
    if (problem) throw new AppError('invalid', { fields: { ticketPrice: problem } });
    await editing.setPrice(trx, archive.source_id, price, clock.now());
  }

  /** Empties the folders of deleted archives. What fails is tried again by housekeeping. */
  async function removeOrphans(): Promise<void> {
    for (const folder of await editing.orphanedFolders(FOLDERS_AT_ONCE)) {
      await storage.removeFolder(folder);
      await editing.forgetFolder(folder);
    }
  }

  /** Deletes an archive in a transaction; its files follow. */
  async function deleteIn(trx: Trx, id: string): Promise<void> {
    const removed = await editing.remove(trx, id);
    if (removed?.source === 'event')
      await publish(trx, 'archiveWithdrawn', { archiveId: id, eventId: removed.source_id });
    onceCommitted(trx, () => void removeOrphans().catch(onTrouble));
  }

  const removeFile = (key: string) => void storage.remove(key).catch(onTrouble);

  return {
    removeOrphans,
    deleteIn,

    /** Changes what is shown of an archive, who may watch it and for how much it is sold. */
    async update(viewer: SignedInViewer, id: string, { ticketPrice, ...changes }: Changes) {
      const price = ticketPrice ?? null;
      const canBePaid = price !== null && (await payouts.isReady(viewer.id));
      await change(viewer, id, async (trx, archive) => {
        const values = valuesOf(changes, archive);
        if (Object.keys(values).length > 0) await editing.update(trx, id, { ...values, updated_at: clock.now() });
        if (values.state === 'hidden' && archive.state !== 'hidden' && archive.source === 'event')
          await publish(trx, 'archiveWithdrawn', { archiveId: id, eventId: archive.source_id });
        if (price !== null) await sell(trx, archive, price, canBePaid);
        else if (ticketPrice === null) await editing.endSale(trx, archive.source_id);
      });
      return archives.get(viewer, id);
    },

    /**
     * Replaces the captions by a WebVTT or SRT file. A file with an error is `invalid`, with the line. One made of a
     * draft is `conflict` once the video is another one: it may hold what a speaker has taken out since.
     */
    async putCaptions(viewer: SignedInViewer, id: string, { vtt, draftOf }: Captions) {
      requireReadable(vtt);
      const version = newId('cap');
      const text = await writeCaptions(parseCaptions(vtt));
      await change(viewer, id, (trx, archive) => {
        requireSameVideo(archive, draftOf);
        return editing.claimFolder(trx, folderOf(id), id, clock.now());
      });
      await storage.put(captionsKey(id, version), Buffer.from(text), 'text/vtt');
      await change(viewer, id, async (trx, archive) => {
        const { captions_version: before } = archive;
        requireSameVideo(archive, draftOf);
        await editing.update(trx, id, { captions_version: version, updated_at: clock.now() });
        if (before !== null) onceCommitted(trx, () => removeFile(captionsKey(id, before)));
      });
      return archives.get(viewer, id);
    },

    async deleteCaptions(viewer: SignedInViewer, id: string): Promise<void> {
      await change(viewer, id, async (trx, { captions_version: before }) => {
        if (before === null) return;
        await editing.update(trx, id, { captions_version: null, updated_at: clock.now() });
        onceCommitted(trx, () => removeFile(captionsKey(id, before)));
      });
    },

    /** Deletes an archive. Its files go at once, or with the next housekeeping when the storage is unreachable. */
    async delete(viewer: SignedInViewer, id: string): Promise<void> {
      await change(viewer, id, (trx) => deleteIn(trx, id));
    },
  };
}

function valuesOf({ isHidden, chapters, ...plain }: Changes, archive: LockedArchive): Updateable<ArchivesTable> {
  if (plain.access === 'ticket' && archive.source !== 'event')
    throw new AppError('invalid', { fields: { access: 'チケットで公開できるのは、イベントのアーカイブだけです。' } });
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  return {
    ...given,
    ...(chapters && { chapters: JSON.stringify(inOrder(chapters, archive.duration_seconds)) }),
    ...(isHidden !== undefined && { state: visibility(isHidden, archive) }),
  };
}

/** Shows or hides a published archive; before that there is nothing to hide. */
function visibility(isHidden: boolean, { state, published_at: publishedAt }: LockedArchive): 'ready' | 'hidden' {
  if (publishedAt === null || (state !== 'ready' && state !== 'hidden')) throw new AppError('not_open');
  return isHidden ? 'hidden' : 'ready';
}

function inOrder(chapters: NonNullable<Changes['chapters']>, duration: number) {
  const sorted = [...chapters].sort((a, b) => a.at - b.at);
  const last = sorted.at(-1);
  if (last && last.at > duration)
    throw new AppError('invalid', { fields: { chapters: 'チャプターの時刻が、動画の長さを超えています。' } });
  if (sorted.some(({ at }, index) => at === sorted[index + 1]?.at))
    throw new AppError('invalid', { fields: { chapters: '同じ時刻のチャプターが2つあります。' } });
  return sorted;
}

function requireSameVideo({ state, media_version: version }: LockedArchive, draftOf: string | undefined): void {
  if (draftOf === undefined || (version === draftOf && state !== 'processing')) return;
  throw new AppError('conflict', {
    sentence:
      '下書きを開いたあとに、映像または発言が変わりました。映像の準備ができてから、新しい下書きを確かめてください。',
  });
}
