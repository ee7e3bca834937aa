import type { RemoteDoor } from '@manabiba/shared/platform';

export const pages: RemoteDoor['pages'] = {
  events: () => import(/* webpackChunkName: "page-events" */ './pages/events-page').then((module) => module.EventsPage),
  checkout: () =>
    import(/* webpackChunkName: "page-checkout" */ './pages/checkout-page').then((module) => module.CheckoutPage),
  'series-checkout': () =>
    import(/* webpackChunkName: "page-series-checkout" */ './pages/series-checkout-page').then(
      (module) => module.SeriesCheckoutPage,
    ),
  'edit-event': () =>
    import(/* webpackChunkName: "page-edit-event" */ './pages/edit-event-page').then((module) => module.EditEventPage),
  'organized-events': () =>
    import(/* webpackChunkName: "page-organized-events" */ './pages/organized-events-page').then(
      (module) => module.OrganizedEventsPage,
    ),
  event: () => import(/* webpackChunkName: "page-event" */ './pages/event-page').then((module) => module.EventPage),
  'guest-ticket': () =>
    import(/* webpackChunkName: "page-guest-ticket" */ './pages/guest-ticket-page').then(
      (module) => module.GuestTicketPage,
    ),
  'team-invitation': () =>
    import(/* webpackChunkName: "page-team-invitation" */ './pages/team-invitation-page').then(
      (module) => module.TeamInvitationPage,
    ),
  'seat-offer': () =>
    import(/* webpackChunkName: "page-seat-offer" */ './pages/seat-offer-page').then((module) => module.SeatOfferPage),
  tickets: () =>
    import(/* webpackChunkName: "page-tickets" */ './pages/tickets-page').then((module) => module.TicketsPage),
};

export const slots: RemoteDoor['slots'] = {
  'search-results-event': () =>
    import(/* webpackChunkName: "slot-search-results-event" */ './features/search-results/event-results').then(
      (module) => module.EventResults,
    ),
  'settings-events': () =>
    import(/* webpackChunkName: "slot-settings-events" */ './features/organized-events/own-events-cards').then(
      (module) => module.OwnEventsCards,
    ),
  'top-events': () =>
    import(/* webpackChunkName: "slot-top-events" */ './features/event-list/top-events').then(
      (module) => module.TopEvents,
    ),
};
