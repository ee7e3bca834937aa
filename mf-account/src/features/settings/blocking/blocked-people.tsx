import type { User } from '@manabiba/shared/contract/users';
import { listBlockedPeople } from '@manabiba/shared/data/endpoints';
import { BlockDialog } from '@manabiba/shared/people/block-dialog';
import { Link, paths, useEndpointPages } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Button } from '@manabiba/shared/ui/button';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { useEffect, useState } from 'react';

import { focusSection } from '../../../core/use-focus-on-anchor';

import styles from '../settings.module.css';

/**
 * The list of blocked people, each with an unblock button that asks for confirmation. `sectionId` is where the focus
 * moves afterwards.
 */
export function BlockedPeople({ sectionId }: { sectionId: string }) {
  const list = useEndpointPages(listBlockedPeople, {});
  const [asked, setAsked] = useState<User>();
  const [doneCount, setDoneCount] = useState(0);
  // The clicked button is about to be removed.
  useEffect(() => {
    if (doneCount > 0) focusSection(sectionId);
  }, [doneCount, sectionId]);
  const handleDone = () => {
    setAsked(undefined);
    setDoneCount((count) => count + 1);
  };
  return (
    <>
      <PagedList
        list={list}
        name="ブロック中の人"
        skeleton={<SkeletonRows count={1} />}
        empty={
          <p className={styles.note}>
            ブロックしている人はいません。ブロックは、相手のプロフィールのメニューからできます。
          </p>
        }
      >
        {(people) => (
          <ul className={styles.people}>
            {people.map((user) => (
              <BlockedPerson key={user.id} user={user} onClick={() => setAsked(user)} />
            ))}
          </ul>
        )}
      </PagedList>
      {asked && (
        <BlockDialog
          user={{ ...asked, isBlocked: true }}
          isOpen
          onClose={() => setAsked(undefined)}
          onDone={handleDone}
        />
      )}
    </>
  );
}

function BlockedPerson({ user, onClick }: { user: User; onClick: () => void }) {
  return (
    <li className={styles.row}>
      <Avatar person={user} size={40} />
      <p className={styles.words}>
        <Link className={textLinkClass} to={paths.user.href({ id: user.id })}>
          {user.nickname}
        </Link>
        {user.job && <span className={styles.sub}>{user.job}</span>}
      </p>
      <Button size="small" aria-label={`${user.nickname}さんのブロックを解除する`} onClick={onClick}>
        解除する
      </Button>
    </li>
  );
}
