import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { chaptersOf } from '@manabiba/engine-composer/chapters';
import {
  type Composition,
  LINES_FILE,
  SPEECHES_FILE,
  type SpokenLine,
  without,
} from '@manabiba/engine-composer/composition';
import { ARCHIVE_REVIEW_DAYS } from '@manabiba/shared/contract/limits';
import { addHours, addMilliseconds } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';

import type { Clock } from '../../platform/clock';
import { onceCommitted, type Write } from '../../platform/database/transaction';
import type { Storage } from '../../platform/storage/storage';
import { type ComposedArchive, type ComposingRepository, workNameOf } from './composing.repository';
import { linesRepository } from './lines/lines.repository';
import type { RecordedFiles } from './recorded-files';
import { compositionOf, momentInRecording, timeInRecording } from './recording-rules';
import { ComposingFailed, runComposer } from './run-composer';
import { utterancesOf } from './utterances/utterances';
import { utterancesRepository } from './utterances/utterances.repository';

/** How long a claim lasts that is not renewed: after that its process is dead. */
const CLAIM_MS = 2 * millisecondsInMinute;
const RENEWAL_MS = 30_000;
/** A failed composition is retried after these delays, then only on request. */
const RETRY_MS = [millisecondsInMinute, 10 * millisecondsInMinute] as const;
/** How many files one round of housekeeping deletes. */
const FILES_AT_ONCE = 200;

const TYPES: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  jpg: 'image/jpeg',
  json: 'application/json; charset=utf-8',
};

interface ComposingDeps {
  composing: ComposingRepository;
  files: RecordedFiles;
  write: Write;
  storage: Storage;
  clock: Clock;
  /** The built program of the composer. */
  script: string;
  /** The folder in which videos are composed. */
  workFolder: string;
  /** A model file of whisper.cpp, with which drafts of captions are recognized; null for none. */
  captionsModel: string | null;
  onTrouble: (error: unknown) => void;
}

export type ComposingService = ReturnType<typeof createComposingService>;

/**
 * Makes archives of recordings, one at a time. An archive is claimed for two minutes, and again while it is composed: a
 * killed process is replaced by the next one, which continues after the last complete step.
 */
export function createComposingService(deps: ComposingDeps) {
  const { composing, files, write, clock, onTrouble } = deps;
  const over = new AbortController();
  let current: Promise<void> | null = null;

  return {
    /** Makes the recording of an ended room an archive, which `composeDue` then composes. */
    collect: (classroomId: string): Promise<void> => write((trx) => composing.collect(trx, classroomId, clock.now())),

    /** Begins with the archive that is due first, unless one is being composed. Does not wait for its end. */
    async composeDue(): Promise<void> {
      if (current || over.signal.aborted) return;
      const now = clock.now();
      const archive = await composing.claim(now, addMilliseconds(now, CLAIM_MS));
      if (!archive) return;
      current = composeClaimed(deps, archive, over.signal)
        .catch(onTrouble)
        .finally(() => {
          current = null;
        });
    },

    /** Deletes recorded files whose archive is published or gone, and the work folders of abandoned compositions. */
    async removeUnneeded(): Promise<void> {
      for (const { id, file } of await composing.listUnneeded(FILES_AT_ONCE)) {
        await files.remove(file);
        await composing.forgetTrack(id);
      }
      await composing.forgetUtterances();
      const names = await readdir(deps.workFolder).catch(() => []);
      const unfinished = await composing.listUnfinished();
      for (const name of names) if (!unfinished.has(name)) await remove(join(deps.workFolder, name));
    },

    /** Stops the composer. The next process continues. */
    async stop(): Promise<void> {
      over.abort();
      await current;
    },
  };
}

/** Composes an archive, and releases the claim whatever the outcome. */
async function composeClaimed(deps: ComposingDeps, archive: ComposedArchive, stop: AbortSignal): Promise<void> {
  const { composing, clock, onTrouble } = deps;
  const obsolete = new AbortController();
  const inMs = (ms: number) => addMilliseconds(clock.now(), ms);
  let kept = Promise.resolve();
  const keep = (percent?: number) => {
    const next = async () => {
      if (!(await composing.keep(archive, inMs(CLAIM_MS), percent))) obsolete.abort();
    };
    kept = kept.then(next).catch(onTrouble);
  };
  const renewal = setInterval(() => keep(), RENEWAL_MS);
  // The claim must end last: a renewal after that would have the archive composed again.
  const endRenewal = () => {
    clearInterval(renewal);
    return kept;
  };
  try {
    await make(deps, archive, { onPercent: keep, endRenewal, signal: AbortSignal.any([stop, obsolete.signal]) });
  } catch (error) {
    await endRenewal();
    if (stop.aborted) return await composing.postpone(archive, clock.now());
    if (obsolete.signal.aborted) return await remove(join(deps.workFolder, workNameOf(archive)));
    onTrouble(error);
    // Other failures, above all of the storage, are temporary: try again later.
    if (!(error instanceof ComposingFailed)) return await composing.postpone(archive, inMs(millisecondsInMinute));
    const delay = RETRY_MS[archive.failures];
    const retryAt = delay === undefined ? null : inMs(delay);
    await composing.setFailure(archive, error.failure, retryAt, clock.now());
  }
}

interface ComposeOptions {
  onPercent: (percent: number) => void;
  /** Ends the renewal of the claim, once the last one is done. */
  endRenewal: () => Promise<void>;
  signal: AbortSignal;
}

async function make(deps: ComposingDeps, archive: ComposedArchive, options: ComposeOptions): Promise<void> {
  const { onPercent, endRenewal, signal } = options;
  const { composing, write, storage, clock, onTrouble } = deps;
  const composition = await recorded(deps.files, archive);
  const version = `v${archive.revision}`;
  const folder = join(deps.workFolder, workNameOf(archive));
  await mkdir(deps.workFolder, { recursive: true });
  const { seconds, scrub, speeches, lines } = await runComposer(
    deps.script,
    { composition, folder, ...(deps.captionsModel !== null && { captionsModel: deps.captionsModel }) },
    { onPercent, onTrouble, signal },
  );
  signal.throwIfAborted();
  await store(storage, folder, `archives/${archive.id}/${version}`);
  const now = clock.now();
  const video: Parameters<ComposingRepository['setReady']>[2] = {
    version,
    seconds,
    info: { scrub, hasWaveform: true },
    chapters: chaptersOf(momentsOf(composition, archive), { ...composition, opening: 'はじめ' }),
    reviewEndsAt: addHours(now, ARCHIVE_REVIEW_DAYS * 24),
  };
  await endRenewal();
  await write(async (trx) => {
    const ready = await composing.setReady(trx, archive, video, now);
    // Only the first version is of the whole recording, with everything that was said.
    if (ready?.before === null) {
      await utterancesRepository.add(trx, archive.id, utterancesOf(speeches, composition.until));
      await linesRepository.replace(trx, archive.id, saidAt(lines, archive.spans));
    }
    // An obsolete video is not needed, nor is the one that is replaced. The same version was only stored again.
    const obsoleteVersion = ready ? ready.before : version;
    if (obsoleteVersion !== null && !(ready && obsoleteVersion === version))
      onceCommitted(trx, () => void storage.removeFolder(`archives/${archive.id}/${obsoleteVersion}`).catch(onTrouble));
  });
  await remove(folder);
}

/** Gives recognized lines the times at which they were said. */
const saidAt = (lines: readonly SpokenLine[], spans: ComposedArchive['spans']) =>
  lines.map(({ personId, text, from, until }) => ({
    userId: personId,
    text,
    startedAt: momentInRecording(from, spans),
    endedAt: momentInRecording(until, spans),
  }));

const remove = (folder: string) => rm(folder, { recursive: true, force: true });

/** Returns what the video is made of: without the parts that were taken out, and cut as the host wishes. */
async function recorded(files: RecordedFiles, archive: ComposedArchive): Promise<Composition> {
  const { tracks, spans, hostId, takenOut, removals, cutStart, cutEnd } = archive;
  const paths = new Map<string, string>();
  for (const { file } of tracks) paths.set(file, await files.pathOf(file));
  const whole = compositionOf(tracks, spans, { hostId, fileOf: (file) => paths.get(file) ?? file });
  if (!whole) throw new ComposingFailed('broken_recording', 'The recording has no tracks.');
  const kept = { ...without(whole, takenOut), ...(removals.length > 0 && { removals }) };
  // A cut that leaves nothing was made for a longer recording than there is.
  const until = kept.until - cutEnd;
  return until > cutStart ? { ...kept, from: cutStart, until } : kept;
}

/** Stores the composed files; the master playlist last, so that its presence means that all are there. */
async function store(storage: Storage, folder: string, target: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && ![SPEECHES_FILE, LINES_FILE].includes(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort((a, b) => Number(a === 'master.m3u8') - Number(b === 'master.m3u8'));
  for (const name of names)
    await storage.putFile(
      `${target}/${name}`,
      join(folder, name),
      TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    );
}

/** A chapter begins where a screen is shared, a page presented, and where the host pins a question or comment. */
const momentsOf = ({ tracks }: Composition, { stage, spans }: Pick<ComposedArchive, 'stage' | 'spans'>) => [
  ...tracks.filter(({ kind }) => kind === 'screen').map(({ from }) => ({ at: Math.max(0, from), title: '画面の共有' })),
  ...stage.flatMap(({ at, title }) => {
    const moment = timeInRecording({ startedAt: at, endedAt: at }, spans);
    return moment ? [{ at: moment.start, title }] : [];
  }),
];
