import type { User } from '@manabiba/shared/contract/users';
import { listFollowers, listFollowing, listMeFollowing } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpointPages } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { PagedList, type PagedListProps } from '@manabiba/shared/ui/paged-list';
import { PeopleGrid, SkeletonPeople } from '@manabiba/shared/ui/people-grid';

import { PersonRow } from '../../core/person-row';

import styles from './profile.module.css';

interface PeopleOfProps {
  userId: string;
  isSelf: boolean;
}

/** The followers of a user, latest first. */
export function FollowersOf({ userId, isSelf }: PeopleOfProps) {
  const list = useEndpointPages(listFollowers, { params: { id: userId } });
  return (
    <PeopleList
      list={list}
      name="フォロワー"
      empty={
        <EmptyState title="フォロワーはまだいません。">
          {isSelf
            ? 'プロフィールを整えて教室を開くと、見つけてもらいやすくなります。'
            : 'フォローされると、ここに並びます。'}
        </EmptyState>
      }
    />
  );
}

/** The users that a user follows, last followed first. */
export function FollowingOf(props: PeopleOfProps) {
  return props.isSelf ? <MyFollowing /> : <OthersFollowing {...props} />;
}

/** A user's own list is available to people of 12 or under too. */
function MyFollowing() {
  const list = useEndpointPages(listMeFollowing, {});
  return (
    <PeopleList
      list={list}
      name="フォロー中の人"
      empty={
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
      }
    />
  );
}

function OthersFollowing({ userId }: PeopleOfProps) {
  const list = useEndpointPages(listFollowing, { params: { id: userId } });
  return (
    <PeopleList
      list={list}
      name="フォロー中の人"
      empty={<EmptyState title="フォロー中の人はまだいません。">フォローすると、ここに並びます。</EmptyState>}
    />
  );
}

type PeopleListProps = Pick<PagedListProps<User>, 'list' | 'name' | 'empty'>;

function PeopleList(props: PeopleListProps) {
  return (
    <PagedList
      {...props}
      skeleton={
        <div className={styles.people}>
          <SkeletonPeople count={6} />
        </div>
      }
    >
      {(people) => (
        <div className={styles.people}>
          <PeopleGrid>
            {people.map((user) => (
              <PersonRow key={user.id} user={user} />
            ))}
          </PeopleGrid>
        </div>
      )}
    </PagedList>
  );
}
