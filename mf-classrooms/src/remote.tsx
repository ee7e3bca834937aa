import type { RemoteDoor } from '@manabiba/shared/platform';

/** The classroom pages, each in its own chunk. remote.json maps them to URLs. */
export const pages: RemoteDoor['pages'] = {
  classrooms: () =>
    import(/* webpackChunkName: "page-classrooms" */ './pages/classrooms-page').then((m) => m.ClassroomsPage),
  'my-classrooms': () =>
    import(/* webpackChunkName: "page-my-classrooms" */ './pages/my-classrooms-page').then((m) => m.MyClassroomsPage),
  figures: () => import(/* webpackChunkName: "page-figures" */ './pages/figures-page').then((m) => m.FiguresPage),
  classroom: () =>
    import(/* webpackChunkName: "page-classroom" */ './pages/classroom-page').then((m) => m.ClassroomPage),
  attendance: () =>
    import(/* webpackChunkName: "page-attendance" */ './pages/attendance-page').then((m) => m.AttendancePage),
  archives: () => import(/* webpackChunkName: "page-archives" */ './pages/archives-page').then((m) => m.ArchivesPage),
  archive: () => import(/* webpackChunkName: "page-archive" */ './pages/archive-page').then((m) => m.ArchivePage),
  series: () => import(/* webpackChunkName: "page-series" */ './pages/series-page').then((m) => m.SeriesPage),
  'series-team': () =>
    import(/* webpackChunkName: "page-series-team" */ './pages/series-team-page').then((m) => m.SeriesTeamPage),
  'my-series': () =>
    import(/* webpackChunkName: "page-my-series" */ './pages/my-series-page').then((m) => m.MySeriesPage),
  certificate: () =>
    import(/* webpackChunkName: "page-certificate" */ './pages/certificate-page').then((m) => m.CertificatePage),
  category: () => import(/* webpackChunkName: "page-category" */ './pages/category-page').then((m) => m.CategoryPage),
};

/** The slots this remote fills on pages of other remotes, and beside all pages. */
export const slots: RemoteDoor['slots'] = {
  'event-archives': () =>
    import(/* webpackChunkName: "slot-event-archives" */ './features/event-archives/event-archives').then(
      (m) => m.EventArchives,
    ),
  'event-materials': () =>
    import(/* webpackChunkName: "slot-event-materials" */ './features/materials/class-materials').then(
      (m) => m.EventMaterials,
    ),
  'header-create': () =>
    import(/* webpackChunkName: "slot-header-create" */ './features/classroom-form/header-create').then(
      (m) => m.HeaderCreate,
    ),
  'mini-player': () =>
    import(/* webpackChunkName: "slot-mini-player" */ './features/mini-player/mini-player-slot').then(
      (m) => m.MiniPlayerSlot,
    ),
  ratings: () => import(/* webpackChunkName: "slot-ratings" */ './features/ratings/ratings').then((m) => m.Ratings),
  'search-results-archive': () =>
    import(/* webpackChunkName: "slot-search-results-archive" */ './features/search-results/archive-results').then(
      (m) => m.ArchiveResults,
    ),
  'search-results-classroom': () =>
    import(/* webpackChunkName: "slot-search-results-classroom" */ './features/search-results/classroom-results').then(
      (m) => m.ClassroomResults,
    ),
  'search-results-series': () =>
    import(/* webpackChunkName: "slot-search-results-series" */ './features/search-results/series-results').then(
      (m) => m.SeriesResults,
    ),
  'top-archives': () =>
    import(/* webpackChunkName: "slot-top-archives" */ './features/top-archives/top-archives').then(
      (m) => m.TopArchives,
    ),
  'top-classrooms': () =>
    import(/* webpackChunkName: "slot-top-classrooms" */ './features/top-classrooms/top-classrooms').then(
      (m) => m.TopClassrooms,
    ),
  'top-listen': () =>
    import(/* webpackChunkName: "slot-top-listen" */ './features/top-listen/top-listen').then((m) => m.TopListen),
  'user-archives': () =>
    import(/* webpackChunkName: "slot-user-archives" */ './features/user-archives/user-archives').then(
      (m) => m.UserArchives,
    ),
  'user-classrooms': () =>
    import(/* webpackChunkName: "slot-user-classrooms" */ './features/user-classrooms/user-classrooms').then(
      (m) => m.UserClassrooms,
    ),
};
