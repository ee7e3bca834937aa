import type { RemoteDoor } from '@manabiba/shared/platform';

export const pages: RemoteDoor['pages'] = {
  user: () => import('./pages/user-page').then((module) => module.UserPage),
  settings: () => import('./pages/settings-page').then((module) => module.SettingsPage),
};

/** Nothing yet: the slots of this remote come with following, plans and the steps of signing up. */
export const slots: RemoteDoor['slots'] = {};
