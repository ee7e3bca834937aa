import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { ClassroomUser, getClassroomLink, listLobby } from '@manabiba/shared/contract/rooms';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import { markChanged } from '../../realtime/live-outbox';
import { isConsentMissing, isYoungerThan } from '../../users/age';
import { changed } from '../live-documents/room-documents';
import type { RoomLifeService } from '../room-life/room-life.service';
import { guestName, isPresent, type ParticipantRow, type Place, toClassroomUser } from './room-row';
import { hardStopOf, isOver, mayReadmit, requireModerator, requireRoom } from './room-rules';
import type { RoomsRepository } from './rooms.repository';

interface ModerationDeps {
  rooms: RoomsRepository;
  /** Runs a transaction, after whose commit live documents are written. */
  write: Write;
  life: RoomLifeService;
  clock: Clock;
  publicUrl: string;
}

/** Who stands above whom. */
const RANK: Record<RoomRole, number> = { host: 3, co_host: 2, speaker: 1, listener: 0 };

export type ModerationService = ReturnType<typeof createModerationService>;

/** What host and co-hosts do about others. Everybody else gets `role_required`. */
export function createModerationService({ rooms, write, life, clock, publicUrl }: ModerationDeps) {
  /** The room held, whoever asks being host or co-host of it. */
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

  /** Somebody of the room, locked: who is or was in it, or has reserved. Others are `not_found`. */
  async function targetIn(trx: Trx, classroomId: string, userId: string): Promise<Place> {
    const target = await rooms.lockPerson(trx, classroomId, userId);
    if (!target || (!target.me && !target.isReserved)) throw new AppError('not_found');
    return target;
  }

  /** Refuses what age, school or having no account forbids, and a speaker's seat that there is not. */
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

  return {
    /** Gives another role. The host is above it all and nobody is made one: both are wrong input (422). */
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
          ...(role === 'listener' && { is_muted: true, is_camera_on: false, is_screen_on: false }),
          // Whoever was heard out of the queue has lowered the hand.
          ...(RANK[role] > RANK[current] && {
            hand_raised_at: null,
            ...(target.me?.reaction_name === 'raise_hand' && { reaction_name: null }),
          }),
        });
        await markChanged(trx, [changed.user(classroomId, userId)], now);
        const changedPlace = await rooms.place(trx, classroomId, userId);
        if (!changedPlace?.me) throw new Error(`${userId} is not in ${classroomId} right after getting a role`);
        return toClassroomUser(classroomId, changedPlace.me);
      });
    },

    /** Puts somebody out for good. Repeating it changes nothing. */
    async kick(viewer: SignedInViewer, classroomId: string, userId: string, reason: string | undefined): Promise<void> {
      await write(async (trx) => {
        const now = clock.now();
        const { me } = await moderated(trx, viewer, classroomId);
        const target = await targetIn(trx, classroomId, userId);
        if (RANK[target.me?.role ?? 'listener'] >= RANK[me.role]) throw new AppError('role_required');
        if (target.me?.kicked_at) return;
        await life.leave(trx, classroomId, [userId], 'left');
        await rooms.save(trx, {
          classroom_id: classroomId,
          user_id: userId,
          role: target.me?.role ?? 'listener',
          kicked_at: now,
          kicked_by: viewer.id,
          kick_reason: reason ?? null,
        });
        if (target.me?.device_id) await rooms.banDevice(trx, classroomId, target.me.device_id, now);
        await rooms.dropReservation(trx, classroomId, userId);
        await markChanged(trx, [changed.user(classroomId, userId)], now);
      });
    },

    /** Takes a kick back: the person may come in again. A co-host does not undo what the host did. Of nobody who was put out it changes nothing. */
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
        if (target.me.device_id) await rooms.allowDevice(trx, classroomId, target.me.device_id);
      });
    },

    /** Mutes everybody but the host, the one who asks, and whom they name. */
    muteAll(viewer: SignedInViewer, classroomId: string, except: readonly string[]): Promise<{ muted: number }> {
      return write(async (trx) => {
        const now = clock.now();
        const { room } = await moderated(trx, viewer, classroomId);
        if (isOver(room, now)) throw new AppError('ended');
        return { muted: (await rooms.muteAll(trx, classroomId, [...except, viewer.id], now)).length };
      });
    },

    /** Lets somebody in who waits; who does not wait is not found, unless admitted before. */
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

    /** Who waits to be let in, first come first. */
    async lobby(viewer: SignedInViewer, classroomId: string): Promise<EndpointOutput<typeof listLobby>> {
      const { access } = requireRoom(await rooms.find(classroomId, viewer.id));
      requireModerator(access);
      const rows = await rooms.listWaiting(classroomId);
      return {
        items: rows.map((row) => ({
          id: row.user_id,
          nickname: row.nickname ?? guestName(row.user_id),
          avatarUrl: row.avatar_url,
          waitingSince: (row.waiting_since ?? new Date(0)).toISOString(),
        })),
      };
    },

    /** The invitation URL. Only a private classroom has a key in it. */
    async link(viewer: SignedInViewer, classroomId: string): Promise<EndpointOutput<typeof getClassroomLink>> {
      const { access, room } = requireRoom(await rooms.find(classroomId, viewer.id));
      requireModerator(access);
      const url = new URL(`/classrooms/${classroomId}`, publicUrl);
      if (room.private_key !== null) url.searchParams.set('key', room.private_key);
      return { url: url.href, key: room.private_key, expiresAt: hardStopOf(room).toISOString() };
    },
  };
}
