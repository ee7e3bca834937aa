import type { Me } from '../contract/users';
import {
  getUser,
  listCategories,
  listClassrooms,
  listMeFollowing,
  listNotifications,
  listProfessionals,
  listUserArchives,
} from '../data/endpoints';
import { prefetchEndpoint } from '../data/fetch-entry';
import { matchPattern, paths } from './paths';
import {
  liveClassroomsInput,
  scheduledClassroomsInput,
  topFollowingInput,
  topProfessionalsInput,
  userArchivesInput,
  userClassroomsInput,
} from './top-inputs';

/** Fetches what the page behind a link will ask for, as far as a hover may: home, a profile, the inbox. */
export function prefetchDataOf(pathname: string, me: Me): void {
  if (pathname === paths.top.pattern) {
    void prefetchEndpoint(listClassrooms, liveClassroomsInput);
    void prefetchEndpoint(listClassrooms, scheduledClassroomsInput);
    void prefetchEndpoint(listProfessionals, topProfessionalsInput);
    if (me.role !== 'anonymous') void prefetchEndpoint(listMeFollowing, topFollowingInput);
    return;
  }
  const profile = matchPattern(paths.user.pattern, pathname);
  if (profile?.id) {
    void prefetchEndpoint(getUser, { params: { id: profile.id } });
    void prefetchEndpoint(listClassrooms, userClassroomsInput(profile.id));
    void prefetchEndpoint(listUserArchives, userArchivesInput(profile.id));
    void prefetchEndpoint(listCategories, {});
    return;
  }
  if (pathname === paths.notifications.pattern && me.role !== 'anonymous') void prefetchEndpoint(listNotifications, {});
}
