import type { RemoteDoor } from '@manabiba/shared/platform';

export const pages: RemoteDoor['pages'] = {
  notifications: () => import('./pages/notifications-page').then((module) => module.NotificationsPage),
};

export const slots: RemoteDoor['slots'] = {
  'header-bell': () => import('./features/bell/header-bell').then((module) => module.HeaderBell),
};
