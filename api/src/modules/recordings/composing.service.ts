import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { chaptersOf } from '@manabiba/engine-composer/chapters';
import type { Composed } from '@manabiba/engine-composer/compose';
import { type Composition, without } from '@manabiba/engine-composer/composition';

import type { Clock } from '../../platform/clock';
import type { Write } from '../../platform/database/transaction';
import type { Storage } from '../../platform/storage/storage';
import type { ComposedArchive, ComposingRepository, RecordedClass } from './composing.repository';
import { compositionOf } from './recording-rules';
import { ComposingFailed, runComposer } from './run-composer';

/** How long the host and the speakers review an archive before it is published. */
const REVIEW_DAYS = 7;
const DAY_MS = 86_400_000;

const TYPES: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  jpg: 'image/jpeg',
  json: 'application/json; charset=utf-8',
};

interface ComposingDeps {
  composing: ComposingRepository;
  write: Write;
  storage: Storage;
  clock: Clock;
  /** The built program of the composer. */
  script: string;
  /** The folder of recorded tracks, and the one in which videos are composed. */
  recordingsFolder: string;
  workFolder: string;
  onTrouble: (error: unknown) => void;
}

export type ComposingService = ReturnType<typeof createComposingService>;

/** Makes archives of recordings. Each run starts from what is done, so a killed one is continued. */
export function createComposingService({
  composing,
  write,
  storage,
  clock,
  script,
  recordingsFolder,
  workFolder,
  onTrouble,
}: ComposingDeps) {
  const running = new Set<string>();
  const over = new AbortController();

  /** Stores the composed files; the master playlist last, so that where it is everything is. */
  async function store(folder: string, { id, version }: ComposedArchive): Promise<void> {
    const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort((a, b) => Number(a === 'master.m3u8') - Number(b === 'master.m3u8'));
    for (const name of names)
      await storage.putFile(
        `archives/${id}/${version}/${name}`,
        join(folder, name),
        TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      );
  }

  async function make(room: RecordedClass, composition: Composition): Promise<void> {
    const archive = await write((trx) => composing.open(trx, room, clock.now()));
    const folder = join(workFolder, `${archive.id}-${archive.version}`);
    await mkdir(workFolder, { recursive: true });
    const onPercent = (percent: number) =>
      void composing.setProgress(archive.id, percent, clock.now()).catch(onTrouble);
    const kept = without(composition, archive.takenOut);
    let composed: Composed;
    try {
      composed = await runComposer(script, { composition: kept, folder }, { onPercent, signal: over.signal });
    } catch (error) {
      if (!(error instanceof ComposingFailed)) throw error;
      onTrouble(error);
      return composing.setFailure(archive.id, error.failure, clock.now());
    }
    await store(folder, archive);
    const now = clock.now();
    const video = {
      seconds: composed.seconds,
      info: { scrub: composed.scrub, hasWaveform: true },
      chapters: chaptersOf(momentsOf(kept), { from: 0, until: kept.until, opening: 'はじめ' }),
      reviewEndsAt: new Date(now.getTime() + REVIEW_DAYS * DAY_MS),
    };
    await write((trx) => composing.setReady(trx, archive, video, now));
    await rm(folder, { recursive: true, force: true });
  }

  return {
    /** Composes the archive of an ended room. Does nothing when nothing was recorded, or is being recorded still. */
    async compose(classroomId: string): Promise<void> {
      if (running.has(classroomId)) return;
      running.add(classroomId);
      try {
        const room = await composing.find(classroomId);
        const composition =
          room &&
          compositionOf(room.tracks, room.spans, {
            hostId: room.hostId,
            fileOf: (file) => join(recordingsFolder, file),
          });
        if (composition) await make(room, composition);
      } finally {
        running.delete(classroomId);
      }
    },

    /** Stops the composer; the job runs again after the next start. */
    stop(): void {
      over.abort();
    },
  };
}

/** A chapter begins where a screen is shared. */
const momentsOf = ({ tracks }: Composition) =>
  tracks.filter(({ kind }) => kind === 'screen').map(({ from }) => ({ at: Math.max(0, from), title: '画面の共有' }));
