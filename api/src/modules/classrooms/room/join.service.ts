import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { GRACE_MINUTES, PRESENCE_INTERVAL_MS } from '@manabiba/shared/contract/limits';
import { livePaths } from '@manabiba/shared/contract/room-documents';
import type { joinClassroom, JoinObstacle, leaveClassroom, prepareClassroom } from '@manabiba/shared/contract/rooms';
import { differenceInMilliseconds, subMinutes } from 'date-fns';
import type * as z from 'zod/mini';

import { isSignedIn, type SessionViewer, type Viewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import { eventStates } from '../../events/life/event-states.service';
import type { ParticipationsService } from '../../participations/participations.service';
import { markChanged } from '../../realtime/live-outbox';
import { bornBy } from '../../users/age';
import type { UsersService } from '../../users/users.service';
import { isModeratorOf } from '../classroom-rules';
import type { ClassroomsService } from '../classrooms.service';
import { returnToGroup } from '../groups/return-to-group';
import { changed } from '../live-documents/room-documents';
import type { MediaTokensService } from '../media/media-tokens.service';
import type { RoomLifeService } from '../room-life/room-life.service';
import { deviceBansRepository } from './device-bans.repository';
import type { GuestEntranceService } from './guest-entrance.service';
import { accessOf, isPresent, type ParticipantRow, type Place, toRoomDoc, toRoomUserDoc } from './room-row';
import {
  awaitsConsent,
  HAND_KEPT_MS,
  hardStopOf,
  joinRoleOf,
  obstaclesOf,
  type Occupancy,
  requireNoObstacle,
  requireRoom,
  seatFor,
  spaceLeftOf,
} from './room-rules';
import type { RoomsRepository } from './rooms.repository';

type JoinInput = z.output<typeof joinClassroom.body>;
type Joined = EndpointOutput<typeof joinClassroom>;
type Preparation = EndpointOutput<typeof prepareClassroom>;

interface JoinDeps {
  rooms: RoomsRepository;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  users: UsersService;
  life: RoomLifeService;
  participations: Pick<ParticipationsService, 'findLive' | 'markJoined'>;
  guests: Pick<GuestEntranceService, 'requireHere'>;
  classrooms: ClassroomsService;
  clock: Clock;
  /** How many participants one room can hold, whatever the classroom says. */
  engineCapacity: number;
  /** True when rooms have audio and video. */
  hasMedia: boolean;
  media: Pick<MediaTokensService, 'ofJoined'>;
}

/** Audio at 64 kbit/s, and one video at 400 kbit/s for those who see it, in megabytes per minute. */
const MEDIA_MB_PER_MINUTE = 3.5;
/** Comments, reactions and participants of a full room, in megabytes per minute. */
const LIVE_DOCUMENTS_MB_PER_MINUTE = 0.05;

export type JoinService = ReturnType<typeof createJoinService>;

/** Joining and leaving rooms. */
export function createJoinService({
  rooms,
  write,
  users,
  life,
  participations,
  guests,
  classrooms,
  clock,
  engineCapacity,
  hasMedia,
  media,
}: JoinDeps) {
  /**
   * Private rooms with, or entered by, users of 12 or under have a lobby. Event rooms have none: tickets decide who
   * comes.
   */
  async function needsAdmission(trx: Trx, viewer: SessionViewer, { room, me, ...place }: Place): Promise<boolean> {
    if (!hasLobby(room) || isModeratorOf(accessOf({ room, me, ...place })) || me?.joined_at || me?.admitted_at)
      return false;
    return (
      viewer.kind === 'child' || rooms.hasPeopleBornAfter(trx, room.id, bornBy(viewer.communicateMinAge, clock.now()))
    );
  }

  const mustAgree = ({ room, me, birthDate, userId }: Place) =>
    awaitsConsent(room, { userId, birthDate, consentAt: me?.recording_consent_at ?? null }, clock.now());

  async function answer(trx: Trx, classroomId: string, viewer: SessionViewer, isWaiting: boolean): Promise<Joined> {
    const place = await rooms.place(trx, classroomId, viewer.id);
    if (!place?.me) throw new Error(`${viewer.id} is not in ${classroomId} right after joining`);
    return {
      role: place.me.role,
      room: toRoomDoc(place.room, await rooms.roomExtras(trx, classroomId)),
      me: toRoomUserDoc(place.me, mustAgree(place)),
      token: isWaiting ? null : await media.ofJoined(viewer, place),
      isWaiting,
    };
  }

  async function wait(
    trx: Trx,
    viewer: SessionViewer,
    { room, me }: Place,
    input: JoinInput,
    role: 'speaker' | 'listener',
  ): Promise<Joined> {
    const now = clock.now();
    await rooms.save(trx, {
      ...identityOf(viewer, room.id),
      ...consentOf(input, now),
      device_id: input.deviceId,
      tab_id: input.tabId ?? null,
      role,
      waiting_since: me?.waiting_since ?? now,
      last_seen_at: now,
    });
    if (!me?.waiting_since) await markChanged(trx, [changed.room(room.id)], now);
    return answer(trx, room.id, viewer, true);
  }

  /**
   * Joining an event room uses the participation; when the host joins, the event starts. A seat that somebody else has
   * got since the place was read admits no more.
   */
  async function takePart(
    trx: Trx,
    viewer: SessionViewer,
    eventId: string,
    { role, guestTicket, isEventSpeaker }: Pick<Place, 'guestTicket' | 'isEventSpeaker'> & { role: Joined['role'] },
  ): Promise<void> {
    const ticket = isSignedIn(viewer) ? await participations.findLive(trx, eventId, viewer.id) : guestTicket;
    const holderId = isSignedIn(viewer) ? viewer.id : null;
    const isHolder = ticket ? await participations.markJoined(trx, ticket.id, holderId) : false;
    if (!isHolder && !isEventSpeaker && role !== 'host' && role !== 'co_host')
      throw new AppError('audience_restricted');
    if (role === 'host') await eventStates.start(trx, eventId, clock.now());
  }

  async function enter(
    trx: Trx,
    viewer: SessionViewer,
    { room, me, group, guestTicket, isEventSpeaker }: Place,
    input: JoinInput,
    role: Joined['role'],
  ): Promise<Joined> {
    const now = clock.now();
    const isSameWindow = me !== null && isWindow(me, input) && me.joined_at !== null;
    const isInside = isPresent(me);
    await rooms.save(trx, {
      ...identityOf(viewer, room.id),
      ...consentOf(input, now),
      role,
      device_id: input.deviceId,
      tab_id: input.tabId ?? null,
      seat: (me?.seat ?? 0) + (isSameWindow ? 0 : 1),
      joined_at: me?.joined_at ?? now,
      left_at: null,
      last_seen_at: now,
      waiting_since: null,
      connection: 'good',
      // Microphones are off until their owner turns them on; a returning participant finds them as they were.
      ...(!me?.joined_at && { is_muted: true }),
      ...(!isInside && { present_since: now, ...shownAgain(me, now) }),
      ...absenceOf(me, now),
    });
    if (me?.waiting_since) await markChanged(trx, [changed.room(room.id)], now);
    if (!isInside) await rooms.count(trx, room.id, 1, now);
    if (!isInside && group) await returnToGroup(trx, room.id, viewer.id, now);
    await markChanged(trx, [changed.user(room.id, viewer.id)], now);
    if (role === 'host' && room.state === 'scheduled') await life.open(trx, room, now);
    if (role === 'host' && room.is_guarded) await life.guard(trx);
    if (room.event_id !== null) await takePart(trx, viewer, room.event_id, { role, guestTicket, isEventSpeaker });
    return answer(trx, room.id, viewer, false);
  }

  return {
    /** Returns what joining would give now. Changes nothing. */
    async prepare(viewer: Viewer, classroomId: string, key: string | undefined): Promise<Preparation> {
      const now = clock.now();
      const [classroom, place] = await Promise.all([
        classrooms.get(viewer, classroomId, key),
        rooms.find(classroomId, viewer.id),
      ]);
      const known = requireRoom(place, { key });
      const occupancy = await rooms.occupancy(null, classroomId);
      const reasons = obstaclesOf(viewer, known, occupancy, engineCapacity, now);
      return {
        classroom,
        reasons,
        canJoin: reasons.length === 0,
        role: roleFor(viewer, known, occupancy),
        serverTime: now.toISOString(),
        iceServers: [],
        consents: mustAgree({ ...known, me: null }) ? ['recording'] : [],
        spaceLeft: spaceLeftOf(known, occupancy, engineCapacity, now),
        estimatedMb: Math.ceil(
          classroom.minutes * (LIVE_DOCUMENTS_MB_PER_MINUTE + (hasMedia ? MEDIA_MB_PER_MINUTE : 0)),
        ),
        hasMedia,
        roomPath: livePaths.room(classroomId),
        hasLobby:
          hasLobby(known.room) &&
          !isModeratorOf(known.access) &&
          (viewer.kind === 'child' ||
            (await rooms.hasPeopleBornAfter(null, classroomId, bornBy(viewer.communicateMinAge, now)))),
      };
    },

    /**
     * Joins or rejoins a room: role, hand and mute state are kept. One connection per user, and per guest ticket: from
     * another window it is `joined_elsewhere`, unless that one takes over. The host opens the room by joining.
     */
    join(viewer: SessionViewer, classroomId: string, input: JoinInput): Promise<Joined> {
      return write(async (trx) => {
        if (isSignedIn(viewer)) await users.holdActive(trx, viewer.id);
        const place = requireRoom(await rooms.lock(trx, classroomId, viewer.id), { key: input.key });
        const { me } = place;
        if (!isSignedIn(viewer) && (await deviceBansRepository.isBanned(trx, classroomId, input.deviceId)))
          throw new AppError('kicked');
        const occupancy = await rooms.occupancy(trx, classroomId);
        const obstacles = obstaclesOf(viewer, place, occupancy, engineCapacity, clock.now());
        if (me?.waiting_since && !me.admitted_at && obstacles[0] && outlasting.has(obstacles[0]))
          return wait(trx, viewer, place, input, me.role === 'speaker' ? 'speaker' : 'listener');
        requireNoObstacle(obstacles);
        if (me && isPresent(me) && !isWindow(me, input) && !input.takeOver) throw new AppError('joined_elsewhere');
        await guests.requireHere(trx, viewer.id, place, input);
        const role = me && isPresent(me) ? me.role : roleFor(viewer, place, occupancy);
        if (role !== 'host' && role !== 'co_host' && (await needsAdmission(trx, viewer, place)))
          return wait(trx, viewer, place, input, role);
        return enter(trx, viewer, place, input, role);
      });
    },

    /**
     * Returns when each of these rooms ends at the latest: five minutes after its regular end. Throws `not_joined` for
     * a viewer who is not in all of them.
     */
    async endsOfJoined(viewer: SessionViewer, classroomIds: readonly string[]): Promise<Date[]> {
      const places = await Promise.all(classroomIds.map((id) => rooms.find(id, viewer.id)));
      return places.map((place) => {
        const { room, me } = requireRoom(place);
        if (!isPresent(me)) throw new AppError('not_joined');
        return subMinutes(hardStopOf(room), GRACE_MINUTES);
      });
    },

    /** Leaves the room. A window whose seat another window of the same user has taken over changes nothing. */
    async leave(
      viewer: SessionViewer,
      classroomId: string,
      { seat, mayReturn }: z.output<typeof leaveClassroom.query>,
    ): Promise<void> {
      await write(async (trx) => {
        const place = await rooms.lock(trx, classroomId, viewer.id);
        if (!place?.me) {
          // A viewer who was never in it must not learn of a private one.
          if (!place || (place.room.private_mode && !place.isReserved)) throw new AppError('not_found');
          return;
        }
        if (seat !== undefined && seat !== place.me.seat) return;
        await life.leave(trx, classroomId, [viewer.id], mayReturn ? 'away' : 'left');
      });
    },
  };
}

/** What does not end the wait in the lobby of somebody who knocked before: it passes, or the host admits them. */
const outlasting: ReadonlySet<JoinObstacle> = new Set(['locked', 'guarded', 'full']);

const hasLobby = (room: { private_mode: boolean; event_id: string | null }) =>
  room.private_mode && room.event_id === null;

const identityOf = (viewer: SessionViewer, classroomId: string) => ({
  classroom_id: classroomId,
  user_id: viewer.id,
  anonymous_id: isSignedIn(viewer) ? null : viewer.id,
});

const consentOf = ({ recordingConsent }: JoinInput, now: Date) =>
  recordingConsent ? { recording_consent_at: now } : {};

const isWindow = (me: { device_id: string | null; tab_id: string | null }, input: JoinInput) =>
  me.device_id === input.deviceId && me.tab_id === (input.tabId ?? null);

/** Returns what stays visible of a returning participant: only a raised hand that has not been down for long. */
const shownAgain = (me: ParticipantRow | null, now: Date) => {
  const leftAt = me?.left_at ?? null;
  const isHandKept = leftAt !== null && differenceInMilliseconds(now, leftAt) <= HAND_KEPT_MS;
  const showsHand = isHandKept && me?.reaction_name === 'raise_hand';
  return {
    ...(!isHandKept && { hand_raised_at: null }),
    ...(!showsHand && { reaction_name: null, reaction_at: null }),
  };
};

/** Shorter gaps are reloads, in milliseconds. Whoever is still inside has not been heard for more than one heartbeat. */
const MIN_AWAY_MS = { gone: 5_000, inside: 2 * PRESENCE_INTERVAL_MS };

/** Returns since when a returning participant was away; after a reload the last absence stays. */
const absenceOf = (me: ParticipantRow | null, now: Date) => {
  const since = me?.left_at ?? (isPresent(me) ? (me?.last_seen_at ?? null) : null);
  const min = me?.left_at ? MIN_AWAY_MS.gone : MIN_AWAY_MS.inside;
  return since === null || differenceInMilliseconds(now, since) < min ? {} : { away_since: since };
};

/** Returns the role of a user who joins now. */
const roleFor = (viewer: Viewer, place: Place, occupancy: Occupancy) => {
  const role = joinRoleOf(viewer, place);
  return seatFor(role, place, occupancy) ?? role;
};
