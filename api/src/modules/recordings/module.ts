import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

import type { Env } from '../../env';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import type { Write } from '../../platform/database/transaction';
import type { HousekeepingTask } from '../../platform/jobs/housekeeping';
import type { JobHandlers } from '../../platform/jobs/jobs';
import type { Limiter } from '../../platform/security/limiter';
import type { Storage } from '../../platform/storage/storage';
import type { ArchivesService } from '../archives/archives.service';
import type { EditingService } from '../archives/editing/editing.service';
import type { MediaServer } from '../classrooms/media/media-server';
import { createComposingRepository } from './composing.repository';
import { createComposingService } from './composing.service';
import { createLinesRepository } from './lines/lines.repository';
import { createLinesService } from './lines/lines.service';
import { createPartsService } from './parts.service';
import { createRecordedFiles, STORED_RECORDINGS } from './recorded-files';
import { createRecordingFollower } from './recording-follower.service';
import { createRecordingsRepository } from './recordings.repository';
import { recordingsRoutes } from './recordings.routes';
import { createUtterancesService } from './utterances/utterances.service';

/** Recordings of rooms, which become archives. */
export interface Recording {
  /** Brings the recording of a room into line with it. */
  follow: (classroomId: string) => Promise<void>;
  /** Returns the rooms whose recording is checked periodically. */
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

/** Connects rooms to the recorder; without one nothing is recorded or composed. */
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
    housekeeping: [composing.removeUnneeded],
    stop: composing.stop,
  };
}

interface RecordedDeps {
  db: Db;
  clock: Clock;
  limiter: Limiter;
  write: Write;
  storage: Storage;
  archives: ArchivesService;
  editing: EditingService;
}

/** Registers the parts, the captions and the lines of recorded archives. */
export function addRecordingModules(
  app: FastifyInstance,
  { db, clock, limiter, write, storage, archives, editing }: RecordedDeps,
): { housekeeping: HousekeepingTask[] } {
  const onTrouble = (err: unknown) => app.log.warn({ err }, 'captions of an archive could not be removed');
  const lines = createLinesService({ lines: createLinesRepository(db), archives, limiter, clock });
  const parts = createPartsService({ archives, editing, storage, write, clock, onTrouble });
  const utterances = createUtterancesService({ archives, storage, write, clock, onTrouble });
  recordingsRoutes(app, parts, utterances, lines);
  return { housekeeping: [lines.removeOld] };
}
