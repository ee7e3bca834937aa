import type { UserProfile } from '@manabiba/shared/contract/users';
import { Slot, useMe, useSearchParams } from '@manabiba/shared/platform';
import { SkeletonTimetable } from '@manabiba/shared/ui/skeleton-timetable';
import { Tabs } from '@manabiba/shared/ui/tabs';

import { isReduced } from './is-reduced';
import { FollowersOf, FollowingOf } from './people-of';
import { ProfileHead } from './profile-head';

import styles from './profile.module.css';

const tabs = [
  { key: 'classrooms', label: '教室' },
  { key: 'followers', label: 'フォロワー' },
  { key: 'following', label: 'フォロー中' },
] as const;
type TabKey = (typeof tabs)[number]['key'];

/**
 * A user's profile once it has loaded. Their classrooms are rendered by the classrooms remote; their archives are shown
 * below when there are any.
 */
export function Profile({ user }: { user: UserProfile }) {
  const me = useMe();
  const [search, setSearch] = useSearchParams();
  const reduced = isReduced(user, me);
  const isSelf = user.id === me.id;
  const selected = tabs.find(({ key }) => key === search.get('tab'))?.key ?? 'classrooms';
  const select = (key: TabKey) =>
    setSearch(
      (former) => {
        const next = new URLSearchParams(former);
        if (key === 'classrooms') next.delete('tab');
        else next.set('tab', key);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <ProfileHead user={user} isSelf={isSelf} isReduced={reduced} />
      {!reduced && (
        <Tabs
          label={`${user.nickname}さんについて`}
          tabs={tabs}
          selected={selected}
          onSelect={select}
          className={styles.tabs}
        >
          {selected === 'classrooms' && (
            <>
              <Slot name="user-classrooms" params={{ userId: user.id }} fallback={<SkeletonTimetable count={3} />} />
              <Slot name="user-archives" params={{ userId: user.id }} fallback={null} />
              <Slot name="ratings" params={{ ratedKind: 'user', ratedId: user.id }} fallback={null} />
              <Slot name="user-more" params={{ userId: user.id }} fallback={null} isOptional />
            </>
          )}
          {selected === 'followers' && <FollowersOf userId={user.id} isSelf={isSelf} />}
          {selected === 'following' && <FollowingOf userId={user.id} isSelf={isSelf} />}
        </Tabs>
      )}
    </>
  );
}
