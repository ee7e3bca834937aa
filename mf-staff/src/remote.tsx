import type { RemoteDoor } from '@manabiba/shared/platform';

export const pages: RemoteDoor['pages'] = {
  announcements: () => import('./pages/announcements-page').then((module) => module.AnnouncementsPage),
  audit: () => import('./pages/audit-page').then((module) => module.AuditPage),
  deliveries: () => import('./pages/deliveries-page').then((module) => module.DeliveriesPage),
  event: () => import('./pages/event-page').then((module) => module.EventPage),
  events: () => import('./pages/events-page').then((module) => module.EventsPage),
  money: () => import('./pages/money-page').then((module) => module.MoneyPage),
  people: () => import('./pages/people-page').then((module) => module.PeoplePage),
  reports: () => import('./pages/reports-page').then((module) => module.ReportsPage),
  'second-factor': () => import('./pages/second-factor-page').then((module) => module.SecondFactorPage),
  school: () => import('./pages/school-page').then((module) => module.SchoolPage),
  schools: () => import('./pages/schools-page').then((module) => module.SchoolsPage),
  staff: () => import('./pages/staff-page').then((module) => module.StaffPage),
  teams: () => import('./pages/teams-page').then((module) => module.TeamsPage),
};

export const slots: RemoteDoor['slots'] = {};
