import type { ClassroomSplit, SplitBody } from '@manabiba/shared/contract/classroom-groups';
import { addMinutes, addSeconds, min } from 'date-fns';

import type { SessionViewer, SignedInViewer } from '../../../access/viewer';
import { AppError, mediaNotOffered } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import { ADULT_AGE, bornBy, GUARDIAN_BELOW_AGE } from '../../users/age';
import { isModeratorOf } from '../classroom-rules';
import { requireWriter } from '../polls/poll-rules';
import type { RoomLifeService } from '../room-life/room-life.service';
import { isPresent, type Place } from '../room/room-row';
import { hardStopOf, requireModerator, requireParticipant, requireRoom } from '../room/room-rules';
import type { RoomsRepository } from '../room/rooms.repository';
import { groupGuardRepository as guards } from './group-guard.repository';
import { groupMembersRepository as members } from './group-members.repository';
import { distribute, type GroupedPerson, type SplitRow, toSplit, withoutAdult } from './group-rules';
import { groupsRepository as groups } from './groups.repository';

const DIVIDED = 'いまはグループに分かれています。全員を呼び戻してから分けてください。';
const TOGETHER = 'いまはグループに分かれていません。';
const NOT_HERE = '教室にいない方が含まれています。もう一度お試しください。';

interface GroupsDeps {
  rooms: RoomsRepository;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  life: Pick<RoomLifeService, 'followMedia' | 'settleAt'>;
  clock: Clock;
  /** Whether rooms have voice and video: groups are about nothing else. */
  hasMedia: boolean;
}

export type GroupsService = ReturnType<typeof createGroupsService>;

/**
 * Groups of a class, each with a voice and video of its own. Hosts and co-hosts divide the room, move people, visit and
 * call everybody back; the clock of the server ends it.
 */
export function createGroupsService({ rooms, write, life, clock, hasMedia }: GroupsDeps) {
  const agesOf = (viewer: SessionViewer) => ({
    bornBy: bornBy(viewer.communicateMinAge, clock.now()),
    needsNoConsentBornBy: bornBy(GUARDIAN_BELOW_AGE, clock.now()),
  });
  const minorsBornAfter = () => bornBy(ADULT_AGE, clock.now());

  /** Returns the locked room as a host or co-host in it, without a division whose time is over. */
  async function lockLed(trx: Trx, viewer: SignedInViewer, classroomId: string): Promise<Place> {
    const place = requireRoom(await rooms.lock(trx, classroomId, viewer.id));
    requireModerator(place.access);
    requireParticipant(place, clock.now());
    await members.close(trx, classroomId, clock.now(), { onlyDue: true });
    return place;
  }

  async function requireSplit(trx: Trx, classroomId: string): Promise<SplitRow> {
    const split = await members.findOpen(trx, classroomId);
    if (!split || split.closes_at <= clock.now()) throw new AppError('conflict', { sentence: TOGETHER });
    return split;
  }

  /** In a class with minors nobody is put into a group without an adult host or co-host. */
  async function requireGuarded(trx: Trx, classroomId: string, groupIds: readonly string[]): Promise<void> {
    const people = await groups.listPeople(trx, classroomId, minorsBornAfter());
    if (!people.some(({ isMinor }) => isMinor)) return;
    const guarded = await guards.findGuarded(trx, { classroomId, minorsBornAfter: minorsBornAfter() });
    if (groupIds.some((id) => !guarded.includes(id))) throw withoutAdult();
  }

  /** Returns who comes into which group. Whoever divides at random stays in the main room. */
  async function chosen(
    trx: Trx,
    viewer: SignedInViewer,
    everyone: readonly GroupedPerson[],
    body: SplitBody,
  ): Promise<string[][]> {
    if (body.isRandom) {
      const people = everyone.filter(({ userId }) => userId !== viewer.id);
      const blocks = await groups.listBlocks(
        trx,
        people.map(({ userId }) => userId),
      );
      return distribute(people, blocks, body.groups.length);
    }
    const here = new Set(everyone.map(({ userId }) => userId));
    const assigned = body.groups.map(({ userIds }) => userIds);
    if (assigned.flat().some((userId) => !here.has(userId)))
      throw new AppError('invalid', { fields: { groups: NOT_HERE } });
    return assigned;
  }

  return {
    /** Divides a room. Throws `conflict` while it is divided, and `guarded` where minors would lack an adult. */
    split(viewer: SignedInViewer, classroomId: string, body: SplitBody): Promise<ClassroomSplit> {
      if (!hasMedia) throw mediaNotOffered();
      return write(async (trx) => {
        const { room } = await lockLed(trx, viewer, classroomId);
        const now = clock.now();
        if (await members.findOpen(trx, classroomId)) throw new AppError('conflict', { sentence: DIVIDED });
        const everyone = await groups.listPeople(trx, classroomId, minorsBornAfter());
        const assigned = await chosen(trx, viewer, everyone, body);
        const id = newId('spl');
        const closesAt = min([addMinutes(now, body.minutes), hardStopOf(room)]);
        const made = body.groups.map(({ name }) => ({ id: newId('grp'), name }));
        await groups.open(trx, { id, classroomId, openedAt: now, closesAt }, made);
        for (const [index, { id: groupId }] of made.entries())
          await members.place(trx, { classroomId, splitId: id, groupId }, assigned[index] ?? [], {
            ages: agesOf(viewer),
            now,
          });
        const filled = made.filter((_group, index) => assigned[index]?.length);
        await requireGuarded(
          trx,
          classroomId,
          filled.map(({ id: groupId }) => groupId),
        );
        await life.settleAt(trx, classroomId, closesAt);
        await life.followMedia(trx, classroomId);
        return toSplit(await groups.read(trx, id));
      });
    },

    /**
     * Moves a participant to a group, or to the main room with null. Without the rights of a host only oneself, and only
     * back. Throws `guarded` where minors would lack an adult.
     */
    move(
      viewer: SessionViewer,
      { classroomId, userId }: { classroomId: string; userId: string },
      groupId: string | null,
    ): Promise<void> {
      return write(async (trx) => {
        const now = clock.now();
        const place = requireRoom(await rooms.lock(trx, classroomId, viewer.id));
        requireParticipant(place, now);
        const isOwn = userId === viewer.id;
        if (!isModeratorOf(place.access) && !(isOwn && groupId === null)) throw new AppError('role_required');
        const split = await requireSplit(trx, classroomId);
        const target = await rooms.lockPerson(trx, classroomId, userId);
        if (!target || !isPresent(target.me)) throw new AppError('not_found');
        if (!isOwn && target.me?.role === 'host') throw new AppError('role_required');
        if (target.group?.id === groupId) return;
        if (groupId === null) await members.remove(trx, classroomId, [userId], now);
        else await enter(trx, viewer, { classroomId, splitId: split.id, groupId }, userId);
        const left = await guards.findUnguarded(trx, { classroomId, minorsBornAfter: minorsBornAfter() });
        if (left.some(({ group_id: id }) => id === target.group?.id)) throw withoutAdult();
        await life.followMedia(trx, classroomId);
      });
    },

    /** Calls everybody back: after a countdown, or at once. */
    recall: (viewer: SignedInViewer, classroomId: string, seconds: number): Promise<void> =>
      write(async (trx) => {
        await lockLed(trx, viewer, classroomId);
        const split = await requireSplit(trx, classroomId);
        const now = clock.now();
        const closesAt = addSeconds(now, seconds);
        await groups.recall(trx, split, closesAt, now);
        if (await members.close(trx, classroomId, now, { onlyDue: true })) await life.followMedia(trx, classroomId);
        else await life.settleAt(trx, classroomId, closesAt);
      }),

    /** Shows a line in all groups. */
    message: (viewer: SignedInViewer, classroomId: string, body: string): Promise<void> =>
      write(async (trx) => {
        await lockLed(trx, viewer, classroomId);
        requireWriter(viewer);
        await groups.setMessage(trx, await requireSplit(trx, classroomId), body, clock.now());
      }),
  };

  async function enter(
    trx: Trx,
    viewer: SessionViewer,
    to: { classroomId: string; splitId: string; groupId: string },
    userId: string,
  ): Promise<void> {
    const { groups: known } = await groups.read(trx, to.splitId);
    if (!known.some(({ id }) => id === to.groupId)) throw new AppError('not_found');
    await members.place(trx, to, [userId], { ages: agesOf(viewer), now: clock.now() });
    await requireGuarded(trx, to.classroomId, [to.groupId]);
  }
}
