import type { User } from '@manabiba/shared/contract/users';
import { Slot, useMe } from '@manabiba/shared/platform';
import { SkeletonTimetable } from '@manabiba/shared/ui/skeleton';
import { Tabs } from '@manabiba/shared/ui/tabs';
import { useState } from 'react';
import { isReduced } from './is-reduced';
import { ProfileHead } from './profile-head';
import styles from './profile.module.css';

const tabs = [{ key: 'classrooms', label: '教室' }] as const;
type TabKey = (typeof tabs)[number]['key'];

/** Somebody's profile, once it is there. What they hold is drawn by the remote that knows classrooms. */
export function Profile({ user }: { user: User }) {
  const me = useMe();
  const [selected, setSelected] = useState<TabKey>('classrooms');
  const reduced = isReduced(user, me);
  return (
    <>
      <ProfileHead user={user} isSelf={user.id === me.id} isReduced={reduced} />
      {!reduced && (
        <Tabs label={`${user.nickname}さんについて`} tabs={tabs} selected={selected} onSelect={setSelected} className={styles.tabs}>
          <Slot name="user-classrooms" params={{ userId: user.id }} fallback={<SkeletonTimetable count={3} />} />
        </Tabs>
      )}
    </>
  );
}
