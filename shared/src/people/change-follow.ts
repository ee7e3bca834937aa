import { type CacheChange, changeCached } from '@manabiba/shared/platform';

import type { User } from '../contract/users';
import {
  getClassroom,
  getEvent,
  getUser,
  listClassrooms,
  listFollowers,
  listFollowing,
  listMeFollowing,
  listProfessionals,
} from '../data/endpoints';

/** Returns the optimistic changes of all visible data about a user who is followed or unfollowed. */
export function changeFollow(userId: string, isFollowed: boolean): CacheChange[] {
  const moved = <Person extends User>(person: Person): Person => {
    if (person.id !== userId || person.isFollowed === isFollowed) return person;
    return { ...person, isFollowed, followerCount: Math.max(0, person.followerCount + (isFollowed ? 1 : -1)) };
  };
  const withHost = <Hosted extends { host: User }>(hosted: Hosted): Hosted => ({ ...hosted, host: moved(hosted.host) });
  const everyPage = () => true;
  const movedIn = <Person extends User, Page extends { items: Person[] }>(page: Page): Page => ({
    ...page,
    items: page.items.map(moved),
  });
  return [
    changeCached(getUser, ({ params }) => params.id === userId, moved),
    changeCached(getClassroom, everyPage, withHost),
    changeCached(listClassrooms, everyPage, (page) => ({ ...page, items: page.items.map(withHost) })),
    changeCached(getEvent, everyPage, (event) => ({
      ...event,
      organizer: moved(event.organizer),
      speakers: event.speakers.map(moved),
    })),
    changeCached(listProfessionals, everyPage, movedIn),
    changeCached(listFollowers, everyPage, movedIn),
    changeCached(listFollowing, everyPage, movedIn),
    changeCached(listMeFollowing, everyPage, movedIn),
  ];
}
