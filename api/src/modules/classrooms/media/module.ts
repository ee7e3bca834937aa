import type { FastifyBaseLogger } from 'fastify';

import type { Env } from '../../../env';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import type { HousekeepingTask } from '../../../platform/jobs/housekeeping';
import type { JobHandlers, Jobs } from '../../../platform/jobs/jobs';
import { createStorage } from '../../../platform/storage/create-storage';
import { createRecording } from '../../recordings/module';
import { createMediaFollower, type MediaFollower } from './media-follower.service';
import { createMediaPeopleRepository } from './media-people.repository';
import { createMediaServer, type MediaServer } from './media-server';

/** The voice and video of rooms. */
export interface RoomMedia {
  /** Null when no media server is configured. */
  server: MediaServer | null;
  /** The functions that the room lifecycle calls. */
  ofRoomLife: {
    followMedia: MediaFollower['follow'];
    barFromMedia: MediaFollower['bar'];
    keepConnected: MediaFollower['keepConnected'];
  };
  jobHandlers: MediaFollower['jobHandlers'] & Pick<JobHandlers, 'follow-recordings' | 'compose-archives'>;
  /** Deletes recorded files that are no longer needed. */
  housekeeping: HousekeepingTask[];
  /** Stops what composes archives. */
  stop: () => Promise<void>;
}

interface RoomMediaDeps {
  db: Db;
  env: Env;
  clock: Clock;
  jobs: Jobs;
  write: Write;
  log: FastifyBaseLogger;
}

/** Connects rooms to the media server, if one is configured. */
export function createRoomMedia({ db, env, clock, jobs, write, log }: RoomMediaDeps): RoomMedia {
  const server = env.media && createMediaServer(env.media);
  const recording = createRecording(server, { db, env, clock, write, storage: createStorage(env.storageUrl), log });
  const { follow, bar, keepConnected, jobHandlers } = createMediaFollower({
    server,
    people: createMediaPeopleRepository({ db, communicateMinAge: env.communicateMinAge }),
    write,
    jobs,
    clock,
    followRecording: recording.follow,
    onTrouble: (err) => log.warn({ err }, 'the media server cannot be told of a change now'),
  });
  return {
    server,
    ofRoomLife: { followMedia: follow, barFromMedia: bar, keepConnected },
    jobHandlers: {
      ...jobHandlers,
      ...recording.jobHandlers,
      async 'follow-recordings'() {
        for (const id of await recording.listOpen()) await keepConnected(id);
      },
    },
    housekeeping: recording.housekeeping,
    stop: recording.stop,
  };
}
