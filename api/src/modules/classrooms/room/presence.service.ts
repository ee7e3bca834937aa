import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { REACTION_GAP_MS } from '@manabiba/shared/contract/limits';
import type { sendReaction, updateMuting, updatePresence } from '@manabiba/shared/contract/rooms';
import type * as z from 'zod/mini';

import { isSignedIn, type SessionViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import { isModeratorOf } from '../classroom-rules';
import type { RoomLifeService } from '../room-life/room-life.service';
import { accessOf, isPresent, type ParticipantRow, type Place } from './room-row';
import { isOver, requireParticipant, requireRoom } from './room-rules';
import type { RoomsRepository } from './rooms.repository';

type PresenceInput = z.output<typeof updatePresence.body>;
type MutingInput = z.output<typeof updateMuting.body>;

export type PresenceService = ReturnType<typeof createPresenceService>;

interface PresenceDeps {
  rooms: RoomsRepository;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  clock: Clock;
  followMedia: RoomLifeService['followMedia'];
}

/**
 * What participants report about themselves: presence, microphone state, reactions, a raised hand.
 *
 * Every decision is made in the transaction that writes it, on the locked row: the host may mute, demote or ban the
 * same user at the same moment.
 */
export function createPresenceService({ rooms, write, clock, followMedia }: PresenceDeps) {
  /** Returns the viewer's own row, locked. Throws `ended` or `not_joined` for a viewer who is not in the room now. */
  async function lockParticipant(
    trx: Trx,
    classroomId: string,
    viewer: SessionViewer,
  ): Promise<Place & { me: ParticipantRow }> {
    const place = requireRoom(await rooms.lockPerson(trx, classroomId, viewer.id));
    requireParticipant(place, clock.now());
    return place;
  }

  async function muteOther(
    viewer: SessionViewer,
    classroomId: string,
    targetId: string,
    muted: boolean,
  ): Promise<EndpointOutput<typeof updateMuting>> {
    return write(async (trx) => {
      const me = requireRoom(await rooms.lock(trx, classroomId, viewer.id));
      if (isOver(me.room, clock.now())) throw new AppError('ended');
      const role = me.me?.role;
      // No one can unmute another participant.
      if (!isModeratorOf(me.access) || !muted) throw new AppError('role_required');
      const target = await rooms.lockPerson(trx, classroomId, targetId);
      if (!target?.me || !isPresent(target.me)) throw new AppError('not_found');
      if (target.me.role === 'host' && role !== 'host') throw new AppError('role_required');
      await rooms.change(trx, { classroomId, userId: targetId }, { is_muted: true, muted_by_host: true }, clock.now());
      await followMedia(trx, classroomId);
      return { userId: targetId, isMuted: true, mutedByHost: true };
    });
  }

  return {
    /**
     * Records a heartbeat. Documents change only when something visible did. A stale heartbeat never undoes a mute by
     * the host: that takes `mute`.
     */
    async update(
      viewer: SessionViewer,
      classroomId: string,
      input: PresenceInput,
    ): Promise<EndpointOutput<typeof updatePresence>> {
      const now = clock.now();
      const seen = requireRoom(await rooms.find(classroomId, viewer.id));
      requireParticipant(seen, now);
      requireSeat(seen.me, input);
      if (isShown(seen.me, shownBy(seen.me, input))) {
        if (!(await rooms.heartbeat(classroomId, viewer.id, now))) throw new AppError('not_joined');
        return { serverTime: now.toISOString(), role: seen.me.role };
      }
      const role = await write(async (trx) => {
        const { me } = await lockParticipant(trx, classroomId, viewer);
        requireSeat(me, input);
        await rooms.change(
          trx,
          { classroomId, userId: viewer.id },
          { ...shownBy(me, input), ...spokenBy(me, input.isMuted, now), last_seen_at: now },
          now,
        );
        return me.role;
      });
      return { serverTime: now.toISOString(), role };
    },

    /**
     * Mutes or unmutes oneself, or mutes another user as host or co-host. Listeners have no microphone to turn on. An
     * unmute undoes the host's mute only if that existed when it was requested: of two concurrent calls the host's
     * wins.
     */
    async mute(
      viewer: SessionViewer,
      classroomId: string,
      { userId = viewer.id, muted }: MutingInput,
    ): Promise<EndpointOutput<typeof updateMuting>> {
      if (userId !== viewer.id) return muteOther(viewer, classroomId, userId, muted);
      const now = clock.now();
      const seen = requireRoom(await rooms.find(classroomId, viewer.id));
      return write(async (trx) => {
        const { me } = await lockParticipant(trx, classroomId, viewer);
        if (!muted && me.role === 'listener') throw new AppError('role_required');
        const isMutedMeanwhile = me.muted_by_host && seen.me?.muted_by_host !== true;
        const isMuted = muted || isMutedMeanwhile;
        const mutedByHost = isMuted && me.muted_by_host;
        await rooms.change(
          trx,
          { classroomId, userId },
          { is_muted: isMuted, muted_by_host: mutedByHost, ...spokenBy(me, isMuted, now), last_seen_at: now },
          now,
        );
        return { userId, isMuted, mutedByHost };
      });
    },

    /**
     * Shows a reaction, or clears the last one. raise_hand also takes a place in the queue, which a second one keeps;
     * it is refused to users of 12 or under (`age_restricted`), without guardian consent (`guardian_required`), and to
     * anonymous viewers (`unauthenticated`).
     */
    async react(
      viewer: SessionViewer,
      classroomId: string,
      { reactionName }: z.output<typeof sendReaction.body>,
    ): Promise<EndpointOutput<typeof sendReaction>> {
      const raisesHand = reactionName === 'raise_hand';
      if (raisesHand && !isSignedIn(viewer)) throw new AppError('unauthenticated');
      if (raisesHand && viewer.kind === 'child') throw new AppError('age_restricted');
      if (raisesHand && isSignedIn(viewer) && viewer.isConsentMissing) throw new AppError('guardian_required');
      const now = clock.now();
      return write(async (trx) => {
        const { me } = await lockParticipant(trx, classroomId, viewer);
        const takesHandBack = reactionName === null && me.reaction_name === 'raise_hand';
        const set = {
          reaction_name: reactionName,
          reaction_at: reactionName && now,
          last_seen_at: now,
          ...(raisesHand && { hand_raised_at: me.hand_raised_at ?? now }),
          ...(takesHandBack && { hand_raised_at: null }),
        };
        const isTooSoon = !(await rooms.react(trx, { classroomId, userId: viewer.id }, set, {
          now,
          gapMs: REACTION_GAP_MS,
        }));
        if (isTooSoon) throw new AppError('rate_limited', { retryAfterSeconds: 1 });
        return { reactionName, reactionAt: set.reaction_at?.toISOString() ?? null };
      });
    },

    /** Lowers a hand: one's own, or any as host or co-host. */
    async lowerHand(viewer: SessionViewer, classroomId: string, userId: string): Promise<void> {
      const now = clock.now();
      await write(async (trx) => {
        const isOwn = userId === viewer.id;
        const place = requireRoom(await (isOwn ? rooms.lockPerson : rooms.lock)(trx, classroomId, viewer.id));
        if (!isOwn && !isModeratorOf(accessOf(place))) throw new AppError('role_required');
        const target = isOwn ? place : await rooms.lockPerson(trx, classroomId, userId);
        if (!target?.me) throw new AppError('not_found');
        const { hand_raised_at: raisedAt, reaction_name: reaction } = target.me;
        if (raisedAt === null) return;
        await rooms.change(
          trx,
          { classroomId, userId },
          { hand_raised_at: null, ...(reaction === 'raise_hand' && { reaction_name: null, reaction_at: null }) },
          now,
        );
      });
    },
  };
}

/** Returns what a heartbeat shows, given the current role and the host's mute. */
function shownBy(me: ParticipantRow, input: PresenceInput) {
  const mayPublish = me.role !== 'listener';
  return {
    is_muted: input.isMuted || !mayPublish || me.muted_by_host,
    is_camera_on: input.isCameraOn && mayPublish,
    is_screen_on: input.isScreenOn && mayPublish,
    connection: input.connection,
  };
}

/** Returns what an open microphone says about a participant: that they have had the floor. */
const spokenBy = (me: ParticipantRow, isMuted: boolean, now: Date) =>
  isMuted || me.muted_by_host || me.role === 'listener' ? {} : { spoken_at: me.spoken_at ?? now };

const isShown = (me: ParticipantRow, shown: ReturnType<typeof shownBy>) =>
  (Object.keys(shown) as (keyof typeof shown)[]).every((field) => shown[field] === me[field]);

/** Throws `joined_elsewhere` when another window of the same user has taken over. */
function requireSeat(me: ParticipantRow, { seat }: PresenceInput): void {
  if (seat !== undefined && seat !== me.seat) throw new AppError('joined_elsewhere');
}
