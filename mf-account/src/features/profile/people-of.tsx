import type { User } from '@manabiba/shared/contract/users';
import { listFollowers, listFollowing, listMeFollowing } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpointPages } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { LoadMore } from '@manabiba/shared/ui/load-more';
import type { ReactNode } from 'react';

import { PeopleGrid, SkeletonPeople } from '../../core/people-grid';
import { PersonRow } from '../../core/person-row';
import styles from './profile.module.css';

interface PeopleOfProps {
  userId: string;
  isSelf: boolean;
}

/** Who follows somebody, the latest first. */
export function FollowersOf({ userId, isSelf }: PeopleOfProps) {
  const list = useEndpointPages(listFollowers, { params: { id: userId } });
  return (
    <PeopleList list={list} failed="フォロワーを表示できませんでした。">
      <EmptyState title="フォロワーはまだいません。">
        {isSelf
          ? 'プロフィールを整えて教室を開くと、見つけてもらいやすくなります。'
          : 'フォローされると、ここに並びます。'}
      </EmptyState>
    </PeopleList>
  );
}

/** Whom somebody follows, the last followed first. */
export function FollowingOf(props: PeopleOfProps) {
  return props.isSelf ? <MyFollowing /> : <OthersFollowing {...props} />;
}

/** One's own list is open to people of 12 or under too. */
function MyFollowing() {
  const list = useEndpointPages(listMeFollowing, {});
  return (
    <PeopleList list={list} failed="フォロー中の人を表示できませんでした。">
      <EmptyState
        title="フォロー中の人はまだいません。"
        action={
          <Link className={buttonClass()} to={paths.professionals.href()}>
            プロフェッショナルをさがす
          </Link>
        }
      >
        フォローした人は、トップページの「フォロー中」に並びます。
      </EmptyState>
    </PeopleList>
  );
}

function OthersFollowing({ userId }: PeopleOfProps) {
  const list = useEndpointPages(listFollowing, { params: { id: userId } });
  return (
    <PeopleList list={list} failed="フォロー中の人を表示できませんでした。">
      <EmptyState title="フォロー中の人はまだいません。">フォローすると、ここに並びます。</EmptyState>
    </PeopleList>
  );
}

interface PeopleListProps {
  list: Pick<ReturnType<typeof useEndpointPages>, 'error' | 'retry' | 'hasMore' | 'isLoadingMore' | 'loadMore'> & {
    items: User[];
    pages: unknown[];
  };
  /** What is said when nothing can be shown. */
  failed: string;
  /** Stands there when the list is empty. */
  children: ReactNode;
}

function PeopleList({
  list: { items, pages, error, retry, hasMore, isLoadingMore, loadMore },
  failed,
  children,
}: PeopleListProps) {
  if (pages.length === 0)
    return error ? (
      <ErrorState title={failed} onRetry={retry} />
    ) : (
      <div className={styles.people}>
        <SkeletonPeople count={6} />
      </div>
    );
  if (items.length === 0) return children;
  return (
    <div className={styles.people}>
      <PeopleGrid>
        {items.map((user) => (
          <PersonRow key={user.id} user={user} />
        ))}
      </PeopleGrid>
      {error ? (
        <ErrorState title="続きを表示できませんでした。" onRetry={retry} isRetrying={isLoadingMore} />
      ) : (
        <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onLoadMore={loadMore} />
      )}
    </div>
  );
}
