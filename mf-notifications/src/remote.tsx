import type { RemoteDoor } from '@manabiba/shared/platform';

export const pages: RemoteDoor['pages'] = {
  notifications: () => import('./pages/notifications-page').then((module) => module.NotificationsPage),
  unsubscribe: () => import('./pages/unsubscribe-page').then((module) => module.UnsubscribePage),
};

export const slots: RemoteDoor['slots'] = {
  'header-bell': () => import('./features/bell/header-bell').then((module) => module.HeaderBell),
  'settings-notifications': () =>
    import('./features/settings/notification-settings').then((module) => module.NotificationSettings),
};
