import type { getMyPart } from '@manabiba/shared/contract/archive-editing';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import { parseCaptions, writeCaptions } from '../../../platform/captions';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import { onceCommitted, type Write } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import type { Storage } from '../../../platform/storage/storage';
import type { ArchivesService } from '../../archives/archives.service';
import { linesRepository } from '../lines/lines.repository';
import { lockOwnPart } from '../lock-recording';
import { type LockedRecording, partsRepository as parts } from '../parts.repository';
import { cuesWithout, linesIn, placeOf, type Utterance } from './utterances';
import { type OwnUtterance, utterancesRepository as utterances } from './utterances.repository';

interface UtterancesDeps {
  archives: Pick<ArchivesService, 'get'>;
  storage: Storage;
  write: Write;
  clock: Clock;
  onTrouble: (error: unknown) => void;
}

/** Captions from which something was taken out. `before` is the version that they replace, `version` null when none are left. */
interface TrimmedCaptions {
  before: string | null;
  version: string | null;
}

const captionsKey = (archiveId: string, version: string) => `archives/${archiveId}/captions/${version}.vtt`;

export type UtterancesService = ReturnType<typeof createUtterancesService>;

/** What recorded people take out of an archive, one utterance at a time, before its publication. */
export function createUtterancesService({ archives, storage, write, clock, onTrouble }: UtterancesDeps) {
  /** Returns those of the viewer's utterances that are named and not out yet; `invalid` for any that is not theirs. */
  async function choose(trx: Trx, viewer: SignedInViewer, id: string, ids: readonly string[]) {
    const { archive, isOut } = await lockOwnPart(trx, viewer, id);
    const own = await utterances.listOf(trx, id, viewer.id);
    const known = new Map(own.map((utterance) => [utterance.id, utterance]));
    const named = [...new Set(ids)].map((name) => known.get(name));
    if (!named.every((utterance) => utterance !== undefined))
      throw new AppError('invalid', { fields: { utteranceIds: 'あなたの発言を選んでください。' } });
    return {
      archive,
      chosen: named.filter((utterance: OwnUtterance) => !isOut && !utterance.isOut),
      leavesNone: own.every((utterance) => utterance.isOut || ids.includes(utterance.id)),
    };
  }

  /** Writes the published captions without those shown meanwhile. They are stored before they are used. */
  async function trimCaptions(
    { id, captions_version: before, cut_start: cutStart }: LockedRecording,
    chosen: readonly Utterance[],
  ): Promise<TrimmedCaptions> {
    const file = before === null ? null : await storage.get(captionsKey(id, before));
    if (!file) return { before, version: null };
    const cues = parseCaptions(file.toString('utf8'));
    const left = cuesWithout(cues, chosen, cutStart);
    if (left.length === cues.length) return { before, version: before };
    if (left.length === 0) return { before, version: null };
    const version = newId('cap');
    await storage.put(captionsKey(id, version), Buffer.from(await writeCaptions(left)), 'text/vtt');
    return { before, version };
  }

  /** Captions that were replaced meanwhile may contain what was said: they go. */
  async function replaceCaptions(trx: Trx, archive: LockedRecording, trimmed: TrimmedCaptions): Promise<void> {
    const { id, captions_version: before } = archive;
    const version = before === trimmed.before ? trimmed.version : null;
    if (before === null || before === version) return;
    await parts.setCaptions(trx, id, version);
    onceCommitted(trx, () => void storage.remove(captionsKey(id, before)).catch(onTrouble));
  }

  async function removeLines(trx: Trx, archiveId: string, userId: string, chosen: readonly Utterance[]) {
    const { lines, spans } = await linesRepository.listOf(trx, archiveId, userId);
    const gone = new Set(chosen.flatMap((utterance) => linesIn(utterance, lines, spans)));
    await linesRepository.removeMany(
      trx,
      [...gone].map((line) => line.id),
    );
  }

  return {
    /** Returns what the viewer said, with the lines of the captions' draft that go with it. */
    async list(viewer: SignedInViewer, id: string): Promise<EndpointOutput<typeof getMyPart>> {
      await archives.get(viewer, id);
      return write(async (trx) => {
        const { archive, isOut } = await lockOwnPart(trx, viewer, id);
        const { lines, spans } = await linesRepository.listOf(trx, id, viewer.id);
        const video = { cutStart: archive.cut_start, length: archive.duration_seconds };
        const own = await utterances.listOf(trx, id, viewer.id);
        return {
          utterances: own.map((utterance) => ({
            id: utterance.id,
            at: placeOf(utterance, video),
            seconds: utterance.until - utterance.from,
            text:
              linesIn(utterance, lines, spans)
                .map(({ text }) => text)
                .join('') || null,
            isOut: isOut || utterance.isOut,
          })),
        };
      });
    },

    /** Takes some of what the viewer said out, for good. What is out already stays out. */
    async takeOut(viewer: SignedInViewer, id: string, ids: readonly string[]): Promise<{ isDeleted: boolean }> {
      await archives.get(viewer, id);
      const { archive, chosen, leavesNone } = await write((trx) => choose(trx, viewer, id, ids));
      const trimmed = leavesNone
        ? { before: archive.captions_version, version: null }
        : await trimCaptions(archive, chosen);
      await write(async (trx) => {
        const now = await choose(trx, viewer, id, ids);
        if (now.chosen.length === 0) return;
        await utterances.takeOut(
          trx,
          now.chosen.map((utterance) => utterance.id),
          clock.now(),
        );
        // Times of sentences are those of their recognition. Who takes everything out leaves none behind, wherever it is.
        if (now.leavesNone) await linesRepository.removeOf(trx, id, viewer.id);
        else await removeLines(trx, id, viewer.id, now.chosen);
        await replaceCaptions(trx, now.archive, now.leavesNone ? { ...trimmed, version: null } : trimmed);
        await parts.composeAgain(trx, id, clock.now());
      });
      return { isDeleted: false };
    },
  };
}
