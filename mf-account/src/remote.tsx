import type { RemoteDoor } from '@manabiba/shared/platform';

export const pages: RemoteDoor['pages'] = {
  user: () => import(/* webpackChunkName: "page-user" */ './pages/user-page').then((module) => module.UserPage),
  professionals: () =>
    import(/* webpackChunkName: "page-professionals" */ './pages/professionals-page').then(
      (module) => module.ProfessionalsPage,
    ),
  farewell: () =>
    import(/* webpackChunkName: "page-farewell" */ './pages/farewell-page').then((module) => module.FarewellPage),
  settings: () =>
    import(/* webpackChunkName: "page-settings" */ './pages/settings-page').then((module) => module.SettingsPage),
  plans: () => import(/* webpackChunkName: "page-plans" */ './pages/plans-page').then((module) => module.PlansPage),
  'plan-confirm': () =>
    import(/* webpackChunkName: "page-plan-confirm" */ './pages/plan-confirm-page').then(
      (module) => module.PlanConfirmPage,
    ),
  receipt: () =>
    import(/* webpackChunkName: "page-receipt" */ './pages/receipt-page').then((module) => module.ReceiptPage),
  'profile-settings': () =>
    import(/* webpackChunkName: "page-profile-settings" */ './pages/profile-settings-page').then(
      (module) => module.ProfileSettingsPage,
    ),
  'org-settings': () =>
    import(/* webpackChunkName: "page-org-settings" */ './pages/org-settings-page').then(
      (module) => module.OrgSettingsPage,
    ),
};

export const slots: RemoteDoor['slots'] = {
  'search-results-person': () =>
    import(/* webpackChunkName: "slot-search-results-person" */ './features/search-results/people-results').then(
      (module) => module.PersonResults,
    ),
  'search-results-professional': () =>
    import(/* webpackChunkName: "slot-search-results-professional" */ './features/search-results/people-results').then(
      (module) => module.ProfessionalResults,
    ),
  'top-following': () =>
    import(/* webpackChunkName: "slot-top-following" */ './features/top-people/top-following').then(
      (module) => module.TopFollowing,
    ),
  'top-professionals': () =>
    import(/* webpackChunkName: "slot-top-professionals" */ './features/top-people/top-professionals').then(
      (module) => module.TopProfessionals,
    ),
  'follow-button': () =>
    import(/* webpackChunkName: "slot-follow-button" */ './features/follow/follow-slot').then(
      (module) => module.FollowSlot,
    ),
  'settings-plan': () =>
    import(/* webpackChunkName: "slot-settings-plan" */ './features/plan-settings/plan-settings').then(
      (module) => module.PlanSettings,
    ),
  'settings-card': () =>
    import(/* webpackChunkName: "slot-settings-card" */ './features/card-settings/card-settings').then(
      (module) => module.CardSettings,
    ),
  'settings-history': () =>
    import(/* webpackChunkName: "slot-settings-history" */ './features/purchases/purchases').then(
      (module) => module.Purchases,
    ),
  'sign-up-steps': () =>
    import(/* webpackChunkName: "slot-sign-up-steps" */ './features/sign-up/sign-up-steps').then(
      (module) => module.SignUpSteps,
    ),
};
