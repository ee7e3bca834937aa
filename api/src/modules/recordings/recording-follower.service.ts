import type { Clock } from '../../platform/clock';
import { connectionOf } from '../classrooms/media/media-rights';
import type { Connected, MediaServer, TrackRecording } from '../classrooms/media/media-server';
import { changesOf, type PublishedTrack, type TrackOwner } from './recording-rules';
import type { RecordingsRepository, RunningTrack } from './recordings.repository';

interface FollowerDeps {
  server: Pick<MediaServer, 'list' | 'recordings' | 'record' | 'stopRecording'>;
  recordings: RecordingsRepository;
  /** The folder of the files, as the media server names them: empty, or ending with a slash. */
  folder: string;
  /** Called when the recording of an ended room is complete. */
  onComplete: (classroomId: string) => Promise<void>;
  clock: Clock;
}

/** The extension of a recording whose media server died before reporting it. */
const USUAL_EXTENSION = '.webm';

export type RecordingFollower = ReturnType<typeof createRecordingFollower>;

const kinds: Readonly<Partial<Record<Connected['tracks'][number]['source'], PublishedTrack['kind']>>> = {
  mic: 'voice',
  screen_sound: 'voice',
  camera: 'camera',
  screen: 'screen',
};

/**
 * Makes the media server record exactly what may be recorded of a room, and stores the state of its recordings. Each
 * run compares everything, so a lost or repeated run does no harm.
 */
export function createRecordingFollower({ server, recordings, folder, onComplete, clock }: FollowerDeps) {
  /** Updates the recordings of a room. One that the media server does not know died with its process. */
  async function settle(running: readonly RunningTrack[], known: readonly TrackRecording[]): Promise<void> {
    for (const track of running) {
      const found = known.find(({ egressId }) => egressId === track.egressId);
      const startedAt = found?.startedAt ?? track.startedAt;
      if (found?.state === 'starting') continue;
      if (found?.state === 'active') {
        await recordings.setState(track.id, 'active', { startedAt, endedAt: null });
        continue;
      }
      // A recording that failed in the middle has a file up to there.
      const file = startedAt ? `${track.file}${found?.extension ?? USUAL_EXTENSION}` : track.file;
      const state = startedAt && found?.state !== 'failed' ? 'complete' : 'failed';
      await recordings.setState(track.id, state, { startedAt, endedAt: found?.endedAt ?? clock.now(), file });
    }
  }

  async function start(classroomId: string, { sid, kind, owner }: PublishedTrack & { owner: TrackOwner }) {
    const now = clock.now();
    const added = await recordings.add({ classroomId, userId: owner.userId, kind, trackSid: sid, now });
    if (!added) return;
    const egressId = await server.record(classroomId, sid, `${folder}${added.file}`);
    if (egressId) await recordings.setEgress(added.id, egressId);
    else await recordings.setState(added.id, 'failed', { startedAt: null, endedAt: now });
  }

  return {
    /** Compares a room with its recordings. Throws when the media server cannot be reached. */
    async follow(classroomId: string): Promise<void> {
      const room = await recordings.find(classroomId, clock.now());
      if (!room) return;
      const isRecording = room.state === 'live' && room.isRecording;
      if (!isRecording && !(await recordings.isOpen(classroomId))) return;
      await recordings.follow(classroomId, isRecording, clock.now());
      const known = await server.recordings(classroomId);
      await settle(await recordings.running(classroomId), known);
      const active = known.filter(({ state }) => state === 'starting' || state === 'active');
      if (room.state === 'ended' && active.length === 0) return onComplete(classroomId);
      const connected = isRecording ? await server.list(classroomId) : [];
      const { start: started, stop } = changesOf(isRecording, publishedBy(connected, room.owners), active);
      for (const { egressId } of stop) await server.stopRecording(egressId);
      for (const track of started) await start(classroomId, track);
      if (stop.length > 0) await settle(await recordings.running(classroomId), await server.recordings(classroomId));
    },
  };
}

function publishedBy(connected: readonly Connected[], owners: ReadonlyMap<string, TrackOwner>): PublishedTrack[] {
  return connected.flatMap(({ identity, tracks }) =>
    tracks.flatMap(({ sid, source }) => {
      const kind = kinds[source];
      return kind ? [{ sid, kind, owner: owners.get(connectionOf(identity).userId) ?? null }] : [];
    }),
  );
}
