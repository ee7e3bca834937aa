import type { RemoteDoor } from '@manabiba/shared/platform';

export const pages: RemoteDoor['pages'] = {
  audit: () => import('./pages/audit-page').then((module) => module.AuditPage),
  people: () => import('./pages/people-page').then((module) => module.PeoplePage),
  reports: () => import('./pages/reports-page').then((module) => module.ReportsPage),
  'second-factor': () => import('./pages/second-factor-page').then((module) => module.SecondFactorPage),
  staff: () => import('./pages/staff-page').then((module) => module.StaffPage),
};

export const slots: RemoteDoor['slots'] = {};
