import type { RemoteDoor } from '@manabiba/shared/platform';

export const pages: RemoteDoor['pages'] = {
  announcements: () =>
    import(/* webpackChunkName: "page-announcements" */ './pages/announcements-page').then(
      (module) => module.AnnouncementsPage,
    ),
  audit: () => import(/* webpackChunkName: "page-audit" */ './pages/audit-page').then((module) => module.AuditPage),
  deliveries: () =>
    import(/* webpackChunkName: "page-deliveries" */ './pages/deliveries-page').then((module) => module.DeliveriesPage),
  event: () => import(/* webpackChunkName: "page-event" */ './pages/event-page').then((module) => module.EventPage),
  events: () => import(/* webpackChunkName: "page-events" */ './pages/events-page').then((module) => module.EventsPage),
  money: () => import(/* webpackChunkName: "page-money" */ './pages/money-page').then((module) => module.MoneyPage),
  people: () => import(/* webpackChunkName: "page-people" */ './pages/people-page').then((module) => module.PeoplePage),
  reports: () =>
    import(/* webpackChunkName: "page-reports" */ './pages/reports-page').then((module) => module.ReportsPage),
  school: () => import(/* webpackChunkName: "page-school" */ './pages/school-page').then((module) => module.SchoolPage),
  schools: () =>
    import(/* webpackChunkName: "page-schools" */ './pages/schools-page').then((module) => module.SchoolsPage),
  staff: () => import(/* webpackChunkName: "page-staff" */ './pages/staff-page').then((module) => module.StaffPage),
  teams: () => import(/* webpackChunkName: "page-teams" */ './pages/teams-page').then((module) => module.TeamsPage),
};

export const slots: RemoteDoor['slots'] = {};
