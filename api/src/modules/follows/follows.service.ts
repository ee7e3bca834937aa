import { MAX_BLOCKED_TOLD } from '@manabiba/shared/contract/limits';
import type { User } from '@manabiba/shared/contract/users';

import { personIdOf, type SignedInViewer, type Viewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { pageOf, positionOf } from '../../platform/database/time-position';
import { inTransaction, type Write } from '../../platform/database/transaction';
import { publish } from '../../platform/events/domain-events';
import { bornBy, isYoungerThan } from '../users/age';
import { toUser } from '../users/user-columns';
import type { FollowsRepository, PeopleList } from './follows.repository';

interface FollowsDeps {
  db: Db;
  follows: FollowsRepository;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  /** Kicks a user from the rooms which the viewer moderates. */
  kickFromOwnRooms: (trx: Trx, viewer: SignedInViewer, userId: string) => Promise<void>;
  clock: Clock;
  communicateMinAge: number;
}

type PageQuery = { cursor?: string | undefined; limit: number };
type Person = NonNullable<Awaited<ReturnType<FollowsRepository['find']>>>;

export type FollowsService = ReturnType<typeof createFollowsService>;

/** Follows and blocks. */
export function createFollowsService({ db, follows, write, kickFromOwnRooms, clock, communicateMinAge }: FollowsDeps) {
  const isChild = (person: Person) =>
    person.role !== 'professional' && isYoungerThan(person.birth_date, communicateMinAge, clock.now());

  async function requirePerson(id: string): Promise<Person> {
    const person = await follows.find(id);
    if (!person || person.state === 'withdrawn') throw new AppError('not_found');
    return person;
  }

  /** Requires a present or former account. */
  async function requireAccount(id: string): Promise<void> {
    if (!(await follows.find(id))) throw new AppError('not_found');
  }

  async function page(
    list: PeopleList,
    personId: string,
    viewer: Viewer,
    { cursor, limit }: PageQuery,
  ): Promise<{ items: User[]; nextCursor: string | null }> {
    const now = clock.now();
    const rows = await follows.list({
      personId,
      list,
      viewerId: personIdOf(viewer),
      after: positionOf(cursor),
      limit: limit + 1,
      bornBy: list === 'followers' ? bornBy(communicateMinAge, now) : null,
    });
    const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.listed_micros, id: row.id }));
    return { items: shown.map((row) => toUser(row, viewer, now)), nextCursor };
  }

  /** Ends follows in both directions, before anything else is decided about the two. */
  async function part(trx: Trx, a: string, b: string): Promise<void> {
    await follows.lockBoth(trx, a, b);
    await follows.unfollow(trx, a, b);
    await follows.unfollow(trx, b, a);
  }

  return {
    mine: (viewer: SignedInViewer, query: PageQuery) => page('following', viewer.id, viewer, query),

    /** Returns a user's followers, without users of 12 or under. */
    async followers(viewer: Viewer, id: string, query: PageQuery) {
      await requirePerson(id);
      return page('followers', id, viewer, query);
    },

    /** Returns whom a user follows. For users of 12 or under it is `age_restricted`. */
    async following(viewer: Viewer, id: string, query: PageQuery) {
      if (isChild(await requirePerson(id))) throw new AppError('age_restricted');
      return page('following', id, viewer, query);
    },

    /** Follows a user, who is notified the first time. A blocked viewer does not find the user (`not_found`). */
    async follow(viewer: SignedInViewer, id: string): Promise<{ isFollowed: true; followerCount: number }> {
      if (viewer.id === id) throw new AppError('invalid', { fields: { id: '自分をフォローすることはできません。' } });
      const person = await requirePerson(id);
      if (isChild(person) || (viewer.kind === 'child' && person.role !== 'professional'))
        throw new AppError('age_restricted');
      const followerCount = await inTransaction(db, async (trx) => {
        await follows.lockBoth(trx, viewer.id, id);
        if (await follows.isBlockedBetween(trx, viewer.id, id)) throw new AppError('not_found');
        if (await follows.follow(trx, viewer.id, id, clock.now()))
          await publish(trx, 'userFollowed', { followerId: viewer.id, followeeId: id });
        return follows.followerCount(trx, id);
      });
      return { isFollowed: true, followerCount };
    },

    /** Stops following, even a withdrawn user; repeating it changes nothing. */
    async unfollow(viewer: SignedInViewer, id: string): Promise<{ isFollowed: false; followerCount: number }> {
      await requireAccount(id);
      const followerCount = await inTransaction(db, async (trx) => {
        await follows.lockBoth(trx, viewer.id, id);
        await follows.unfollow(trx, viewer.id, id);
        return follows.followerCount(trx, id);
      });
      return { isFollowed: false, followerCount };
    },

    /** Blocks a user, who thereby leaves the rooms that the viewer moderates, as a kicked one does. */
    async block(viewer: SignedInViewer, id: string) {
      if (viewer.id === id) throw new AppError('invalid', { fields: { id: '自分をブロックすることはできません。' } });
      await requirePerson(id);
      await write(async (trx) => {
        await part(trx, viewer.id, id);
        await follows.block(trx, viewer.id, id, clock.now());
        await kickFromOwnRooms(trx, viewer, id);
      });
      return { ok: true as const };
    },

    blockedPeople: (viewer: SignedInViewer, query: PageQuery) => page('blocked', viewer.id, viewer, query),

    blocked: async (viewer: SignedInViewer) => ({ userIds: await follows.blockedBy(viewer.id, MAX_BLOCKED_TOLD) }),

    async unblock(viewer: SignedInViewer, id: string) {
      await follows.unblock(viewer.id, id);
      return { ok: true as const };
    },
  };
}
