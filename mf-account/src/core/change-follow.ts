import type { User } from '@manabiba/shared/contract/users';
import { getUser, listFollowers, listFollowing, listMeFollowing, listProfessionals } from '@manabiba/shared/data/endpoints';
import { type CacheChange, changeCached } from '@manabiba/shared/platform';

/** How everything on show that knows somebody looks once they are followed, or are no longer. */
export function changeFollow(userId: string, isFollowed: boolean): CacheChange[] {
  const moved = <Person extends User>(person: Person): Person => {
    if (person.id !== userId || person.isFollowed === isFollowed) return person;
    return { ...person, isFollowed, followerCount: Math.max(0, person.followerCount + (isFollowed ? 1 : -1)) };
  };
  const everyPage = () => true;
  const movedIn = <Person extends User, Page extends { items: Person[] }>(page: Page): Page => ({ ...page, items: page.items.map(moved) });
  return [
    changeCached(getUser, ({ params }) => params.id === userId, moved),
    changeCached(listProfessionals, everyPage, movedIn),
    changeCached(listFollowers, everyPage, movedIn),
    changeCached(listFollowing, everyPage, movedIn),
    changeCached(listMeFollowing, everyPage, movedIn),
  ];
}
