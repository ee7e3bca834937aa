import type { RemoteDoor } from '@manabiba/shared/platform';

export const pages: RemoteDoor['pages'] = {
  user: () => import('./pages/user-page').then((module) => module.UserPage),
  professionals: () => import('./pages/professionals-page').then((module) => module.ProfessionalsPage),
  farewell: () => import('./pages/farewell-page').then((module) => module.FarewellPage),
  settings: () => import('./pages/settings-page').then((module) => module.SettingsPage),
  plans: () => import('./pages/plans-page').then((module) => module.PlansPage),
  'plan-confirm': () => import('./pages/plan-confirm-page').then((module) => module.PlanConfirmPage),
  receipt: () => import('./pages/receipt-page').then((module) => module.ReceiptPage),
  'profile-settings': () => import('./pages/profile-settings-page').then((module) => module.ProfileSettingsPage),
  'org-settings': () => import('./pages/org-settings-page').then((module) => module.OrgSettingsPage),
};

export const slots: RemoteDoor['slots'] = {
  'search-results-person': () =>
    import('./features/search-results/people-results').then((module) => module.PersonResults),
  'search-results-professional': () =>
    import('./features/search-results/people-results').then((module) => module.ProfessionalResults),
  'top-following': () => import('./features/top-people/top-following').then((module) => module.TopFollowing),
  'top-professionals': () =>
    import('./features/top-people/top-professionals').then((module) => module.TopProfessionals),
  'follow-button': () => import('./features/follow/follow-slot').then((module) => module.FollowSlot),
  'settings-plan': () => import('./features/plan-settings/plan-settings').then((module) => module.PlanSettings),
  'settings-card': () => import('./features/card-settings/card-settings').then((module) => module.CardSettings),
  'settings-history': () => import('./features/purchases/purchases').then((module) => module.Purchases),
  'sign-up-steps': () => import('./features/sign-up/sign-up-steps').then((module) => module.SignUpSteps),
};
