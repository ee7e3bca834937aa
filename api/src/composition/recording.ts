import type { FastifyBaseLogger } from 'fastify';

import type { Env } from '../env';
import type { MediaServer } from '../modules/classrooms/media/media-server';
import { createComposingRepository } from '../modules/recordings/composing.repository';
import { createComposingService } from '../modules/recordings/composing.service';
import { createRecordedFiles, STORED_RECORDINGS } from '../modules/recordings/recorded-files';
import { createRecordingFollower } from '../modules/recordings/recording-follower.service';
import { createRecordingsRepository } from '../modules/recordings/recordings.repository';
import type { Clock } from '../platform/clock';
import type { Db } from '../platform/database/db';
import type { Write } from '../platform/database/transaction';
import type { HousekeepingTask } from '../platform/jobs/housekeeping';
import type { JobHandlers } from '../platform/jobs/jobs';
import type { Storage } from '../platform/storage/storage';

/** Recordings of rooms on their way to archives. */
export interface Recording {
  /** Makes the recording of a room follow it. */
  follow: (classroomId: string) => Promise<void>;
  /** Returns the rooms whose recording has to be followed without a cause. */
  listOpen: () => Promise<string[]>;
  jobHandlers: Pick<JobHandlers, 'compose-archives'>;
  housekeeping: HousekeepingTask[];
  stop: () => Promise<void>;
}

interface RecordingDeps {
  db: Db;
  env: Env;
  clock: Clock;
  write: Write;
  storage: Storage;
  log: FastifyBaseLogger;
}

/** Connects rooms to what records them; without a recorder nothing is recorded or composed. */
export function createRecording(
  server: MediaServer | null,
  { db, env, clock, write, storage, log }: RecordingDeps,
): Recording {
  if (!server || !env.recording) {
    const nothing = () => Promise.resolve();
    return {
      follow: nothing,
      listOpen: () => Promise.resolve([]),
      jobHandlers: { 'compose-archives': nothing },
      housekeeping: [],
      stop: nothing,
    };
  }
  const { folder, workFolder, composer: script, captionsModel, isStored } = env.recording;
  const recordings = createRecordingsRepository(db);
  const composing = createComposingService({
    composing: createComposingRepository(db),
    files: createRecordedFiles({ folder, storage }),
    write,
    storage,
    clock,
    script,
    workFolder,
    captionsModel,
    onTrouble: (err) => log.warn({ err }, 'an archive could not be composed'),
  });
  const { follow } = createRecordingFollower({
    server,
    recordings,
    folder: isStored ? STORED_RECORDINGS : '',
    onComplete: composing.collect,
    clock,
  });
  return {
    follow,
    listOpen: recordings.listOpen,
    jobHandlers: { 'compose-archives': composing.composeDue },
    housekeeping: [composing.removeNeedless],
    stop: composing.stop,
  };
}
