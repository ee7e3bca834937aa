import type { RemoteDoor } from '@manabiba/shared/platform';

export const pages: RemoteDoor['pages'] = {
  notifications: () =>
    import(/* webpackChunkName: "page-notifications" */ './pages/notifications-page').then(
      (module) => module.NotificationsPage,
    ),
  unsubscribe: () =>
    import(/* webpackChunkName: "page-unsubscribe" */ './pages/unsubscribe-page').then(
      (module) => module.UnsubscribePage,
    ),
};

export const slots: RemoteDoor['slots'] = {
  'header-bell': () =>
    import(/* webpackChunkName: "slot-header-bell" */ './features/bell/header-bell').then(
      (module) => module.HeaderBell,
    ),
  'settings-notifications': () =>
    import(/* webpackChunkName: "slot-settings-notifications" */ './features/settings/notification-settings').then(
      (module) => module.NotificationSettings,
    ),
};
