import { paths } from '../navigation/paths';

/** Every place that a remote may fill, and a page on which it stands. */
export const slotHosts = {
  'header-create': { path: paths.top.pattern, access: 'person' },
  'header-bell': { path: paths.top.pattern, access: 'person' },
  'top-following': { path: paths.top.pattern, access: 'anyone' },
  'top-classrooms': { path: paths.top.pattern, access: 'anyone' },
  'top-events': { path: paths.top.pattern, access: 'anyone' },
  'top-archives': { path: paths.top.pattern, access: 'anyone' },
  'top-professionals': { path: paths.top.pattern, access: 'anyone' },
  'follow-button': { path: paths.classroom.pattern, access: 'anyone' },
  'sign-up-steps': { path: `${paths.signIn.pattern}?tab=signup`, access: 'anyone' },
  'user-classrooms': { path: paths.user.pattern, access: 'anyone' },
  'user-archives': { path: paths.user.pattern, access: 'anyone' },
  'search-results-classroom': { path: `${paths.search.pattern}?q=数学`, access: 'anyone' },
  'search-results-event': { path: `${paths.search.pattern}?q=数学`, access: 'anyone' },
  'search-results-professional': { path: `${paths.search.pattern}?q=数学`, access: 'anyone' },
  'search-results-person': { path: `${paths.search.pattern}?q=数学`, access: 'anyone' },
  'settings-plan': { path: paths.settings.pattern, access: 'person' },
  'settings-card': { path: paths.settings.pattern, access: 'person' },
  'settings-notifications': { path: paths.settings.pattern, access: 'person' },
  'settings-history': { path: paths.settings.pattern, access: 'person' },
} as const satisfies Record<string, { path: string; access: 'anyone' | 'person' }>;
