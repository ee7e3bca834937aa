import type { RemoteDoor } from '@manabiba/shared/platform';

/** The classroom pages, each in its own chunk. remote.json maps them to URLs. */
export const pages: RemoteDoor['pages'] = {
  classrooms: () => import('./pages/classrooms-page').then((m) => m.ClassroomsPage),
  'my-classrooms': () => import('./pages/my-classrooms-page').then((m) => m.MyClassroomsPage),
  classroom: () => import('./pages/classroom-page').then((m) => m.ClassroomPage),
  attendance: () => import('./pages/attendance-page').then((m) => m.AttendancePage),
};

/** The slots this remote fills on pages of other remotes, and beside all pages. */
export const slots: RemoteDoor['slots'] = {
  'header-create': () => import('./features/classroom-form/header-create').then((m) => m.HeaderCreate),
  'mini-player': () => import('./features/mini-player/mini-player-slot').then((m) => m.MiniPlayerSlot),
  'search-results-classroom': () =>
    import('./features/search-results/classroom-results').then((m) => m.ClassroomResults),
  'top-classrooms': () => import('./features/top-classrooms/top-classrooms').then((m) => m.TopClassrooms),
  'user-archives': () => import('./features/user-archives/user-archives').then((m) => m.UserArchives),
  'user-classrooms': () => import('./features/user-classrooms/user-classrooms').then((m) => m.UserClassrooms),
};
