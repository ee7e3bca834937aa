import { subSeconds } from 'date-fns';

import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import { onceCommitted, type Write } from '../../../platform/database/transaction';
import type { Jobs } from '../../../platform/jobs/jobs';
import type { MediaPeopleRepository, RoomPerson } from './media-people.repository';
import { connectionOf, CONNECTION_KINDS, identityOf, type MediaRights, rightsOf } from './media-rights';
import { type Connected, type MediaServer, TOKEN_SECONDS } from './media-server';
import { createSerialRuns } from './serial-runs';

interface FollowerDeps {
  /** Null when rooms have no voice and video. */
  server: MediaServer | null;
  people: MediaPeopleRepository;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  jobs: Jobs;
  clock: Clock;
  /** Makes the recording of a room follow it. */
  followRecording: (classroomId: string) => Promise<void>;
  /** Called when an immediate attempt fails; the job retries it. */
  onTrouble: (error: unknown) => void;
}

/** A connection with its owner's participation; `person` is null for a user who has never been in the room. */
interface Connection extends Connected, ReturnType<typeof connectionOf> {
  mediaRoom: string;
  person: RoomPerson | null;
}

export type MediaFollower = ReturnType<typeof createMediaFollower>;

/**
 * Reconciles the connections to the media server with the room: disconnects participants who are not in it, applies the
 * rights of role and age, and applies the host's mutes. In the other direction, connected participants count as
 * present.
 *
 * Each run compares the whole room, so a lost or repeated run does no harm, and a token issued before a kick or a role
 * change grants nothing.
 */
export function createMediaFollower({ server, people, write, jobs, clock, followRecording, onTrouble }: FollowerDeps) {
  async function bring(signer: MediaServer, classroomId: string): Promise<void> {
    const now = clock.now();
    // Connections before people, so that whoever joins in between is not mistaken for a stranger.
    const mediaRooms = await people.listMediaRooms(classroomId, now);
    const connected = (await Promise.all(mediaRooms.map((name) => listIn(signer, name)))).flat();
    const room = await people.find(classroomId, now);
    // The cluster may also serve rooms of other products.
    if (!room) return;
    if (room.state !== 'live') {
      const used = new Set(connected.map(({ mediaRoom }) => mediaRoom));
      await allOf([...used].map((name) => signer.close(name)));
      return;
    }
    await barAll(signer, mediaRooms, room.people.values(), now);
    const connections = connected.map((one): Connection => {
      const connection = connectionOf(one.identity);
      return { ...one, ...connection, person: room.people.get(connection.userId) ?? null };
    });
    await reflect(classroomId, connections, [...room.people.values()], now);
    const firstScreens = mediaRooms.map((name) =>
      firstScreenOf(connections.filter(({ mediaRoom }) => mediaRoom === name)),
    );
    await allOf(
      connections.map((connection) => {
        const isSecondScreen = connection.kind === 'video' && !firstScreens.includes(connection);
        return adjust(signer, connection, isSecondScreen ? null : rightsNow(connection));
      }),
    );
  }

  /** Writes the state of the connections to the room: presence, camera and screen. */
  async function reflect(
    classroomId: string,
    all: readonly Connection[],
    everyone: readonly RoomPerson[],
    now: Date,
  ): Promise<void> {
    const connections = all.filter(isInPlace);
    const listening = connections.filter(({ kind, person }) => kind === 'room' && person?.isPresent);
    await people.seeConnected(
      classroomId,
      listening.map(({ userId }) => userId),
      now,
    );
    for (const person of everyone.filter(({ isPresent }) => isPresent)) {
      const isCameraOn = isShown(connections, person.userId, 'camera', person.isCameraOn);
      const isScreenOn = isShown(connections, person.userId, 'video', person.isScreenOn);
      if (isCameraOn === person.isCameraOn && isScreenOn === person.isScreenOn) continue;
      const set = { is_camera_on: isCameraOn, is_screen_on: isScreenOn };
      await write((trx) => people.show(trx, { classroomId, userId: person.userId }, set, now));
    }
  }

  const bringInTurn = server && createSerialRuns((classroomId: string) => bring(server, classroomId));
  const recordInTurn = createSerialRuns(followRecording);
  // Each is serial by itself: starting recorders takes seconds, and whoever may speak meanwhile does not wait for it.
  const run =
    bringInTurn &&
    (async (classroomId: string): Promise<void> => {
      try {
        await bringInTurn(classroomId);
      } finally {
        await recordInTurn(classroomId);
      }
    });

  return {
    /**
     * Must be called in every transaction that changes what a participant may send, mutes or removes one, or ends the
     * room.
     */
    async follow(trx: Trx, classroomId: string): Promise<void> {
      if (!run) return;
      await jobs.enqueue(trx, 'follow-media', { classroomId }, clock.now());
      onceCommitted(trx, () => void run(classroomId).catch(onTrouble));
    },

    /** Must be called in every transaction that kicks somebody: no token of theirs admits them any more. */
    bar(trx: Trx, classroomId: string, userId: string, kickedAt: Date): void {
      if (!server) return;
      onceCommitted(trx, () => {
        const barEverywhere = async () =>
          bar(server, await people.listMediaRooms(classroomId, kickedAt), userId, kickedAt);
        void barEverywhere().catch(onTrouble);
      });
    },

    /**
     * Counts all participants connected to a room as present, even without heartbeats. Returns false when there is no
     * media server or it cannot be reached.
     */
    async keepConnected(classroomId: string): Promise<boolean> {
      if (!bringInTurn) return false;
      try {
        await bringInTurn(classroomId);
        return true;
      } catch (error) {
        onTrouble(error);
        return false;
      } finally {
        await recordInTurn(classroomId).catch(onTrouble);
      }
    },

    jobHandlers: {
      async 'follow-media'({ classroomId }: { classroomId: string }): Promise<void> {
        await run?.(classroomId);
      },
    },
  };
}

/** Ends all connections of somebody who was kicked, and refuses their tokens, used or not. */
const bar = (server: MediaServer, mediaRooms: readonly string[], userId: string, kickedAt: Date): Promise<void> =>
  allOf(
    mediaRooms.flatMap((name) =>
      CONNECTION_KINDS.map((kind) => server.remove(name, identityOf(userId, kind), kickedAt)),
    ),
  );

const listIn = async (server: MediaServer, mediaRoom: string) =>
  (await server.list(mediaRoom)).map((one) => ({ ...one, mediaRoom }));

/** Bars all whose tokens from before the kick have not expired yet: the media server may have been down or restarted. */
async function barAll(
  server: MediaServer,
  mediaRooms: readonly string[],
  people: Iterable<RoomPerson>,
  now: Date,
): Promise<void> {
  const since = subSeconds(now, TOKEN_SECONDS);
  await allOf(
    [...people].flatMap(({ userId, kickedAt }) =>
      kickedAt && kickedAt > since ? [bar(server, mediaRooms, userId, kickedAt)] : [],
    ),
  );
}

/** Returns whether a connection belongs where it is: a participant who was moved connects there anew. */
const isInPlace = ({ mediaRoom, person }: Connection) => person?.isPresent === true && person.mediaRoom === mediaRoom;

/** A participant who is no longer in the room, or in another group, has no rights. */
const rightsNow = (connection: Connection) =>
  connection.person && isInPlace(connection) ? rightsOf(connection.kind, connection.person) : null;

const isSame = (a: MediaRights, b: MediaRights) =>
  (Object.keys(a) as (keyof MediaRights)[]).every((name) => a[name] === b[name]);

/** Brings one connection into line with its owner's state in the room. */
async function adjust(
  server: MediaServer,
  { mediaRoom, identity, rights, openTracks, kind, person }: Connection,
  wanted: MediaRights | null,
): Promise<void> {
  // Who returns in the second of leaving has a new token already; only older ones are refused.
  if (!wanted) return server.remove(mediaRoom, identity, person?.leftAt && subSeconds(person.leftAt, 1));
  if (!isSame(rights, wanted)) await server.allow(mediaRoom, identity, wanted);
  if (kind !== 'room' || !person?.isMutedByHost) return;
  await allOf(
    openTracks.filter(({ source }) => source === 'mic').map(({ sid }) => server.mute(mediaRoom, identity, sid)),
  );
}

/** Returns the connection that shared a screen first in a media room; other screens are ended. */
function firstScreenOf(connections: readonly Connection[]): Connection | undefined {
  const screens = connections.filter((connection) => connection.kind === 'video' && rightsNow(connection));
  return screens.sort((a, b) => a.joinedAtMs - b.joinedAtMs)[0];
}

/**
 * Returns whether a participant shows a camera or screen: false once its connection is gone, true once it has an
 * unmuted track. In between, the value from the participant's own heartbeat stands.
 */
function isShown(connections: readonly Connection[], userId: string, kind: 'camera' | 'video', isOn: boolean): boolean {
  const connection = connections.find((one) => one.userId === userId && one.kind === kind);
  return connection !== undefined && (isOn || connection.openTracks.length > 0);
}

/** Waits for all promises before rejecting with the first failure, so that one failure does not stop the others. */
async function allOf(works: Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(works);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
