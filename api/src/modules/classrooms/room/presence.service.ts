import type * as z from 'zod/mini';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { REACTION_GAP_MS, type sendReaction, type updateMuting, type updatePresence } from '@manabiba/shared/contract/rooms';
import { AppError } from '../../../http/app-error';
import { isSignedIn, type SessionViewer } from '../../../http/viewer';
import type { Clock } from '../../../platform/clock';
import { isModeratorOf } from '../classroom-rules';
import { accessOf, isPresent } from './room-row';
import { isOver, requireParticipant, requireRoom } from './room-rules';
import type { RoomsRepository } from './rooms.repository';

type PresenceInput = z.output<typeof updatePresence.body>;
type MutingInput = z.output<typeof updateMuting.body>;

export type PresenceService = ReturnType<typeof createPresenceService>;

/** What people in a room say about themselves: that they are there, heard or not, what they feel, that they want to speak. */
export function createPresenceService({ rooms, clock }: { rooms: RoomsRepository; clock: Clock }) {
  async function muteOther(viewer: SessionViewer, classroomId: string, targetId: string, muted: boolean): Promise<EndpointOutput<typeof updateMuting>> {
    return rooms.write(async (trx) => {
      const me = requireRoom(await rooms.place(trx, classroomId, viewer.id));
      if (isOver(me.room, clock.now())) throw new AppError('ended');
      const role = me.me?.role;
      // Nobody turns on another person's microphone.
      if (!isModeratorOf(me.access) || !muted) throw new AppError('role_required');
      const target = await rooms.place(trx, classroomId, targetId);
      if (!target?.me || !isPresent(target.me)) throw new AppError('not_found');
      if (target.me.role === 'host' && role !== 'host') throw new AppError('role_required');
      await rooms.change(trx, { classroomId, userId: targetId }, { is_muted: true, muted_by_host: true }, clock.now());
      return { userId: targetId, isMuted: true, mutedByHost: true };
    });
  }

  return {
    /**
     * A heartbeat. Documents change only when something visible did. A stale one never turns on what the host muted:
     * that takes `mute`.
     */
    async update(viewer: SessionViewer, classroomId: string, input: PresenceInput): Promise<EndpointOutput<typeof updatePresence>> {
      const now = clock.now();
      const place = requireRoom(await rooms.find(classroomId, viewer.id));
      requireParticipant(place, now);
      if (input.seat !== undefined && input.seat !== place.me.seat) throw new AppError('joined_elsewhere');
      const mayPublish = place.me.role !== 'listener';
      const shown = {
        is_muted: input.isMuted || !mayPublish || place.me.muted_by_host,
        is_camera_on: input.isCameraOn && mayPublish,
        is_screen_on: input.isScreenOn && mayPublish,
        connection: input.connection,
      };
      const isSame = (Object.keys(shown) as (keyof typeof shown)[]).every((field) => shown[field] === place.me[field]);
      if (isSame) await rooms.heartbeat(classroomId, viewer.id, now);
      else await rooms.write((trx) => rooms.change(trx, { classroomId, userId: viewer.id }, { ...shown, last_seen_at: now }, now));
      return { serverTime: now.toISOString(), role: place.me.role };
    },

    /** Mutes or unmutes oneself, or mutes another as host or co-host. Who may only listen has no microphone to turn on. */
    async mute(viewer: SessionViewer, classroomId: string, { userId = viewer.id, muted }: MutingInput): Promise<EndpointOutput<typeof updateMuting>> {
      if (userId !== viewer.id) return muteOther(viewer, classroomId, userId, muted);
      const now = clock.now();
      const place = requireRoom(await rooms.find(classroomId, viewer.id));
      requireParticipant(place, now);
      if (!muted && place.me.role === 'listener') throw new AppError('role_required');
      await rooms.write((trx) => rooms.change(trx, { classroomId, userId }, { is_muted: muted, ...(!muted && { muted_by_host: false }), last_seen_at: now }, now));
      return { userId, isMuted: muted, mutedByHost: muted && place.me.muted_by_host };
    },

    /**
     * Shows a reaction, or takes back the last one. raise_hand also takes a place in the queue, which a second one keeps;
     * it is not for people of 12 or under (`age_restricted`), nor without a guardian's consent (`guardian_required`), nor for visitors (`unauthenticated`).
     */
    async react(viewer: SessionViewer, classroomId: string, { reactionName }: z.output<typeof sendReaction.body>): Promise<EndpointOutput<typeof sendReaction>> {
      const raisesHand = reactionName === 'raise_hand';
      if (raisesHand && !isSignedIn(viewer)) throw new AppError('unauthenticated');
      if (raisesHand && viewer.kind === 'child') throw new AppError('age_restricted');
      if (raisesHand && isSignedIn(viewer) && viewer.isConsentMissing) throw new AppError('guardian_required');
      const now = clock.now();
      const place = requireRoom(await rooms.find(classroomId, viewer.id));
      requireParticipant(place, now);
      const takesHandBack = reactionName === null && place.me.reaction_name === 'raise_hand';
      const set = {
        reaction_name: reactionName, reaction_at: reactionName && now, last_seen_at: now,
        ...(raisesHand && { hand_raised_at: place.me.hand_raised_at ?? now }),
        ...(takesHandBack && { hand_raised_at: null }),
      };
      const isShown = await rooms.write((trx) => rooms.react(trx, { classroomId, userId: viewer.id }, set, { now, gapMs: REACTION_GAP_MS }));
      if (!isShown) throw new AppError('rate_limited', { retryAfterSeconds: 1 });
      return { reactionName, reactionAt: set.reaction_at?.toISOString() ?? null };
    },

    /** Lowers a hand: one's own, anybody's as host or co-host. */
    async lowerHand(viewer: SessionViewer, classroomId: string, userId: string): Promise<void> {
      const place = requireRoom(await rooms.find(classroomId, viewer.id));
      if (userId !== viewer.id && !isModeratorOf(accessOf(place))) throw new AppError('role_required');
      const target = userId === viewer.id ? place : await rooms.find(classroomId, userId);
      if (!target?.me) throw new AppError('not_found');
      const { hand_raised_at: raisedAt, reaction_name: reaction } = target.me;
      if (raisedAt === null) return;
      const now = clock.now();
      await rooms.write((trx) => rooms.change(trx, { classroomId, userId }, {
        hand_raised_at: null, ...(reaction === 'raise_hand' && { reaction_name: null, reaction_at: null }),
      }, now));
    },
  };
}
