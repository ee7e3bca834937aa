import { listClassrooms, listMeFollowing } from '@manabiba/shared/data/endpoints';
import { isSignedIn, Link, paths, useEndpoint, useMe, useNow } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { LivePill } from '@manabiba/shared/ui/badge';
import { Section } from '@manabiba/shared/ui/section';
import { Skeleton, SkeletonGroup } from '@manabiba/shared/ui/skeleton';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';

import { type FollowedPerson, followingRow } from './following-row';

import styles from './top-following.module.css';

/** The maximum number of people in the row. */
const MAX_FOLLOWED = 20;

/**
 * フォロー中, the first row of the top page. Hidden for anonymous visitors, for users without followed people, and when
 * loading fails, because its content is also shown further down the page.
 */
export function TopFollowing() {
  const me = useMe();
  return isSignedIn(me) ? <Following id={me.id} count={me.followingCount} /> : null;
}

function Following({ id, count }: { id: string; count: number }) {
  const { data, error } = useEndpoint(listMeFollowing, { query: { limit: MAX_FOLLOWED } });
  const live = useEndpoint(listClassrooms, { query: { state: 'live' } }).data;
  const scheduled = useEndpoint(listClassrooms, { query: { state: 'scheduled' } }).data;
  const now = useNow(60_000);
  if (data ? data.items.length === 0 : error || count === 0) return null;
  const lists = {
    live: live?.items ?? [],
    scheduled: scheduled?.items ?? [],
    isComplete: live?.nextCursor === null && scheduled?.nextCursor === null,
  };
  return (
    <Section
      title="フォロー中"
      more={
        <Link
          className={moreLinkClass}
          to={paths.user.href({ id }, { tab: 'following' })}
          aria-label="フォロー中の人をすべて見る"
        >
          <MoreLabel />
        </Link>
      }
    >
      {data ? (
        <ul className={styles.row}>
          {followingRow(data.items, lists, now).map((person) => (
            <Person key={person.user.id} {...person} />
          ))}
        </ul>
      ) : (
        <SkeletonRow count={Math.min(count, 10)} />
      )}
    </Section>
  );
}

function Person({ user, isLive, when }: FollowedPerson) {
  return (
    <li className={isLive ? styles.live : undefined}>
      <Link className={styles.person} to={paths.user.href({ id: user.id })}>
        <span className={styles.ring}>
          <Avatar person={user} size={56} />
          {isLive && <LivePill isBare />}
        </span>
        <span className={styles.words}>
          <span className={styles.name}>{user.nickname}</span>
          <span className={styles.when}>{when}</span>
        </span>
      </Link>
    </li>
  );
}

function SkeletonRow({ count }: { count: number }) {
  return (
    <SkeletonGroup>
      <ul className={styles.row}>
        {Array.from({ length: count }, (_, index) => (
          <li key={index} className={styles.place}>
            <Skeleton shape="round" size={64} />
            <Skeleton width={60} />
            <Skeleton width={40} />
          </li>
        ))}
      </ul>
    </SkeletonGroup>
  );
}
