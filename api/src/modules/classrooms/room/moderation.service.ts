import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { ClassroomUser, getClassroomLink, listLobby } from '@manabiba/shared/contract/room-moderation';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import { markChanged } from '../../realtime/live-outbox';
import { isConsentMissing, isYoungerThan } from '../../users/age';
import { changed } from '../live-documents/room-documents';
import { departuresRepository } from '../room-life/departures.repository';
import type { RoomLifeService } from '../room-life/room-life.service';
import { deviceBansRepository } from './device-bans.repository';
import { isPresent, participantName, type ParticipantRow, type Place, toClassroomUser } from './room-row';
import { hardStopOf, isOver, mayReadmit, requireModerator, requireRoom } from './room-rules';
import type { RoomsRepository } from './rooms.repository';

interface ModerationDeps {
  rooms: RoomsRepository;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  life: RoomLifeService;
  clock: Clock;
  publicUrl: string;
}

/** The ranking of roles. */
const RANK: Record<RoomRole, number> = { host: 3, co_host: 2, speaker: 1, listener: 0 };

export type ModerationService = ReturnType<typeof createModerationService>;

/** Moderation by host and co-hosts. All others get `role_required`. */
export function createModerationService({ rooms, write, life, clock, publicUrl }: ModerationDeps) {
  /** Locks the room and requires the viewer to be its host or co-host. */
  async function moderated(
    trx: Trx,
    viewer: SignedInViewer,
    classroomId: string,
  ): Promise<Place & { me: ParticipantRow }> {
    const place = requireRoom(await rooms.lock(trx, classroomId, viewer.id));
    requireModerator(place.access);
    if (!place.me) throw new AppError('role_required');
    return { ...place, me: place.me };
  }

  /**
   * Returns a user of the room, locked: a present or past participant, or one with a reservation. Others are
   * `not_found`.
   */
  async function targetIn(trx: Trx, classroomId: string, userId: string): Promise<Place> {
    const target = await rooms.lockPerson(trx, classroomId, userId);
    if (!target || (!target.me && !target.isReserved)) throw new AppError('not_found');
    return target;
  }

  /** Refuses what age, school or the lack of an account forbids, and a speaker seat beyond the limit. */
  async function requireMaySpeak(
    trx: Trx,
    { room, me }: Place,
    userId: string,
    { role, viewer }: { role: RoomRole; viewer: SignedInViewer },
  ): Promise<void> {
    const rules = !me?.anonymous_id ? await rooms.findSpeakingRules(trx, userId) : undefined;
    const isChild =
      rules !== undefined &&
      rules.role !== 'professional' &&
      isYoungerThan(rules.birth_date, viewer.communicateMinAge, clock.now());
    if (!rules || isChild) throw new AppError('age_restricted', { status: 422 });
    if (rules.role !== 'professional' && isConsentMissing(rules, clock.now()))
      throw new AppError('guardian_required', { status: 422 });
    if (rules.can_speak === false) throw new AppError('role_required', { status: 422 });
    const isNewSpeaker = me !== null && isPresent(me) && me.role === 'listener' && role !== 'listener';
    if (isNewSpeaker && (await rooms.occupancy(trx, room.id)).speakers >= room.max_speakers) throw new AppError('full');
  }

  /** Bans a user who may be in the room, which is locked, or may come. */
  async function ban(
    trx: Trx,
    { room: { id: classroomId }, me }: Place & { me: ParticipantRow },
    target: { userId: string; me: ParticipantRow | null },
    reason: string | null,
  ): Promise<void> {
    const now = clock.now();
    const { userId } = target;
    await life.expel(trx, classroomId, userId, now);
    await rooms.save(trx, {
      classroom_id: classroomId,
      user_id: userId,
      role: target.me?.role ?? 'listener',
      kicked_at: now,
      kicked_by: me.user_id,
      kick_reason: reason,
    });
    if (target.me?.device_id) await deviceBansRepository.ban(trx, classroomId, target.me.device_id, now);
    await rooms.dropReservation(trx, classroomId, userId);
    await markChanged(trx, [changed.user(classroomId, userId)], now);
  }

  return {
    /** Sets another role. The host's role cannot change and no one can become host: both are invalid input (422). */
    setRole(viewer: SignedInViewer, classroomId: string, userId: string, role: RoomRole): Promise<ClassroomUser> {
      return write(async (trx) => {
        const now = clock.now();
        const { me, room } = await moderated(trx, viewer, classroomId);
        if (isOver(room, now)) throw new AppError('ended');
        const target = await targetIn(trx, classroomId, userId);
        if (role === 'host' || target.me?.role === 'host')
          throw new AppError('invalid', { fields: { role: 'ホストの役割は変更できません。' } });
        if (target.me?.kicked_at) throw new AppError('not_found');
        const current = target.me?.role ?? 'listener';
        if (me.role === 'co_host' && (role === 'co_host' || current === 'co_host')) throw new AppError('role_required');
        if (role !== 'listener') await requireMaySpeak(trx, target, userId, { role, viewer });
        await rooms.save(trx, {
          classroom_id: classroomId,
          user_id: userId,
          role,
          is_role_given: true,
          ...(role === 'listener'
            ? { is_muted: true, is_camera_on: false, is_screen_on: false }
            : { spoken_at: target.me?.spoken_at ?? now }),
          // A participant promoted out of the queue has the hand lowered.
          ...(RANK[role] > RANK[current] && {
            hand_raised_at: null,
            ...(target.me?.reaction_name === 'raise_hand' && { reaction_name: null }),
          }),
        });
        await markChanged(trx, [changed.user(classroomId, userId)], now);
        await life.followMedia(trx, classroomId);
        const changedPlace = await rooms.place(trx, classroomId, userId);
        if (!changedPlace?.me) throw new Error(`${userId} is not in ${classroomId} right after a role change`);
        return toClassroomUser(classroomId, changedPlace.me);
      });
    },

    /** Bans a user from the room. Repeating it changes nothing. */
    async kick(viewer: SignedInViewer, classroomId: string, userId: string, reason: string | undefined): Promise<void> {
      await write(async (trx) => {
        const place = await moderated(trx, viewer, classroomId);
        const { me } = await targetIn(trx, classroomId, userId);
        if (RANK[me?.role ?? 'listener'] >= RANK[place.me.role]) throw new AppError('role_required');
        if (!me?.kicked_at) await ban(trx, place, { userId, me }, reason ?? null);
      });
    },

    /**
     * Kicks a user from all rooms in which they are or wait and which the viewer may moderate, where the viewer may kick
     * them. Rooms are locked after the accounts of both, always in the same order.
     */
    async kickFromOwnRooms(trx: Trx, viewer: SignedInViewer, userId: string): Promise<void> {
      for (const classroomId of await departuresRepository.findModeratedPresence(trx, viewer.id, userId)) {
        const place = await rooms.lock(trx, classroomId, viewer.id);
        const target = await rooms.lockPerson(trx, classroomId, userId);
        if (!place?.me || !target?.me || target.me.kicked_at) continue;
        if (RANK[target.me.role] >= RANK[place.me.role]) continue;
        await ban(trx, { ...place, me: place.me }, { userId, me: target.me }, null);
      }
    },

    /** Lifts a ban: the user may join again. A co-host cannot undo a ban by the host. Without a ban nothing changes. */
    async readmit(viewer: SignedInViewer, classroomId: string, userId: string): Promise<void> {
      await write(async (trx) => {
        const { me, room } = await moderated(trx, viewer, classroomId);
        const target = await targetIn(trx, classroomId, userId);
        if (!target.me?.kicked_at) return;
        if (!mayReadmit(me.role, target.me, room.host_id)) throw new AppError('role_required');
        await rooms.save(trx, {
          classroom_id: classroomId,
          user_id: userId,
          role: target.me.role,
          kicked_at: null,
          kicked_by: null,
          kick_reason: null,
        });
        if (target.me.device_id) await deviceBansRepository.lift(trx, classroomId, target.me.device_id);
      });
    },

    /** Mutes everyone except the host, the caller and the listed users. */
    muteAll(viewer: SignedInViewer, classroomId: string, except: readonly string[]): Promise<{ muted: number }> {
      return write(async (trx) => {
        const now = clock.now();
        const { room } = await moderated(trx, viewer, classroomId);
        if (isOver(room, now)) throw new AppError('ended');
        const muted = await rooms.muteAll(trx, classroomId, [...except, viewer.id], now);
        if (muted.length > 0) await life.followMedia(trx, classroomId);
        return { muted: muted.length };
      });
    },

    /** Admits a waiting user; a user who is not waiting is `not_found`, unless already admitted. */
    async admit(viewer: SignedInViewer, classroomId: string, userId: string): Promise<void> {
      await write(async (trx) => {
        const now = clock.now();
        await moderated(trx, viewer, classroomId);
        const target = await rooms.lockPerson(trx, classroomId, userId);
        if (!target?.me || target.me.kicked_at || (!target.me.waiting_since && !target.me.admitted_at))
          throw new AppError('not_found');
        if (target.me.admitted_at) return;
        await rooms.save(trx, { classroom_id: classroomId, user_id: userId, role: target.me.role, admitted_at: now });
      });
    },

    /** Returns the waiting users, longest wait first. */
    async lobby(viewer: SignedInViewer, classroomId: string): Promise<EndpointOutput<typeof listLobby>> {
      const { access } = requireRoom(await rooms.find(classroomId, viewer.id));
      requireModerator(access);
      const rows = await rooms.listWaiting(classroomId);
      return {
        items: rows.map((row) => ({
          id: row.user_id,
          nickname: participantName(row),
          avatarUrl: row.avatar_url,
          waitingSince: (row.waiting_since ?? new Date(0)).toISOString(),
        })),
      };
    },

    /**
     * Returns the invitation URL. Only that of a private classroom contains a key; an event room admits by ticket, so
     * what can be passed on is the page of its event.
     */
    async link(viewer: SignedInViewer, classroomId: string): Promise<EndpointOutput<typeof getClassroomLink>> {
      const { access, room } = requireRoom(await rooms.find(classroomId, viewer.id));
      requireModerator(access);
      const path = room.event_id === null ? `/classrooms/${classroomId}` : `/events/${room.event_id}`;
      const url = new URL(path, publicUrl);
      if (room.private_key !== null) url.searchParams.set('key', room.private_key);
      return { url: url.href, key: room.private_key, expiresAt: hardStopOf(room).toISOString() };
    },
  };
}
