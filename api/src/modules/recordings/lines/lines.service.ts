import type { getCaptionsDraft } from '@manabiba/shared/contract/archive-editing';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { subMilliseconds } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import { loadPhrases } from '../../../platform/captions';
import type { Clock } from '../../../platform/clock';
import { newId } from '../../../platform/ids';
import type { Limiter } from '../../../platform/security/limiter';
import type { ArchivesService } from '../../archives/archives.service';
import { captionsDraft } from './captions-draft';
import type { LinesRepository } from './lines.repository';

/** More sentences than anybody says in a minute. */
const PACE = { max: 90, windowSeconds: 60 };
/** A sentence arrives after its voice: the recognition takes a while, and the microphone may be off by then. */
const LATE_MS = 10_000;
/** How long after the publication the draft is kept. */
const KEPT_MS = 30 * millisecondsInDay;

interface LinesDeps {
  lines: LinesRepository;
  archives: Pick<ArchivesService, 'get'>;
  limiter: Limiter;
  clock: Clock;
}

export type LinesService = ReturnType<typeof createLinesService>;

/** Live captions of recordings, and the drafts of captions that they become. */
export function createLinesService({ lines, archives, limiter, clock }: LinesDeps) {
  /** Returns an archive of the viewer: `not_found` for one that they cannot find, `not_owner` for another's. */
  async function requireOwn(viewer: SignedInViewer, id: string) {
    const archive = await archives.get(viewer, id);
    if (archive.host.id !== viewer.id) throw new AppError('not_owner');
    return archive;
  }

  return {
    /** Keeps a sentence that has just ended, if the voice of its speaker is recorded. */
    async add(
      viewer: SignedInViewer,
      classroomId: string,
      { text, spokenForMs }: { text: string; spokenForMs: number },
    ): Promise<{ isKept: boolean }> {
      await limiter.consume(`caption_line:${viewer.id}`, PACE);
      const endedAt = clock.now();
      const before = (ms: number) => subMilliseconds(endedAt, ms);
      const line = { id: newId('lin'), classroomId, userId: viewer.id, text, startedAt: before(spokenForMs), endedAt };
      return { isKept: await lines.add(line, before(LATE_MS)) };
    },

    /** Returns the draft for the present video. There is none while the video is composed. */
    async draft(viewer: SignedInViewer, id: string): Promise<EndpointOutput<typeof getCaptionsDraft>> {
      const { state, durationSeconds: length } = await requireOwn(viewer, id);
      const found = state === 'ready' || state === 'hidden' ? await lines.ofArchive(id) : undefined;
      if (!found) return { cues: [], videoVersion: null };
      const cues = captionsDraft(found.lines, { ...found, length }, await loadPhrases());
      return { cues, videoVersion: found.videoVersion };
    },

    /** Deletes the lines of an archive, and thereby its draft. */
    async discard(viewer: SignedInViewer, id: string): Promise<void> {
      await requireOwn(viewer, id);
      await lines.remove(id);
    },

    /** Deletes drafts that are no longer needed. */
    removeOld: (): Promise<void> => lines.removeOld(subMilliseconds(clock.now(), KEPT_MS)),
  };
}
