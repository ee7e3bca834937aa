import type { RemoteDoor } from '@manabiba/shared/platform';

/** The classroom pages, each in its own chunk. remote.json maps them to URLs. */
export const pages: RemoteDoor['pages'] = {
  classrooms: () => import('./pages/classrooms-page').then((m) => m.ClassroomsPage),
  'my-classrooms': () => import('./pages/my-classrooms-page').then((m) => m.MyClassroomsPage),
  classroom: () => import('./pages/classroom-page').then((m) => m.ClassroomPage),
  attendance: () => import('./pages/attendance-page').then((m) => m.AttendancePage),
  archives: () => import('./pages/archives-page').then((m) => m.ArchivesPage),
  archive: () => import('./pages/archive-page').then((m) => m.ArchivePage),
  category: () => import('./pages/category-page').then((m) => m.CategoryPage),
};

/** The slots this remote fills on pages of other remotes, and beside all pages. */
export const slots: RemoteDoor['slots'] = {
  'event-archives': () => import('./features/event-archives/event-archives').then((m) => m.EventArchives),
  'header-create': () => import('./features/classroom-form/header-create').then((m) => m.HeaderCreate),
  'mini-player': () => import('./features/mini-player/mini-player-slot').then((m) => m.MiniPlayerSlot),
  'search-results-archive': () => import('./features/search-results/archive-results').then((m) => m.ArchiveResults),
  'search-results-classroom': () =>
    import('./features/search-results/classroom-results').then((m) => m.ClassroomResults),
  'top-archives': () => import('./features/top-archives/top-archives').then((m) => m.TopArchives),
  'top-classrooms': () => import('./features/top-classrooms/top-classrooms').then((m) => m.TopClassrooms),
  'user-archives': () => import('./features/user-archives/user-archives').then((m) => m.UserArchives),
  'user-classrooms': () => import('./features/user-classrooms/user-classrooms').then((m) => m.UserClassrooms),
};
