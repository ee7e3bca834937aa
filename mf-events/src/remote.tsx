import type { RemoteDoor } from '@manabiba/shared/platform';

export const pages: RemoteDoor['pages'] = {
  events: () => import('./pages/events-page').then((module) => module.EventsPage),
  checkout: () => import('./pages/checkout-page').then((module) => module.CheckoutPage),
  'edit-event': () => import('./pages/edit-event-page').then((module) => module.EditEventPage),
  'organized-events': () => import('./pages/organized-events-page').then((module) => module.OrganizedEventsPage),
  event: () => import('./pages/event-page').then((module) => module.EventPage),
  'guest-ticket': () => import('./pages/guest-ticket-page').then((module) => module.GuestTicketPage),
  tickets: () => import('./pages/tickets-page').then((module) => module.TicketsPage),
};

export const slots: RemoteDoor['slots'] = {
  'search-results-event': () => import('./features/search-results/event-results').then((module) => module.EventResults),
  'settings-events': () =>
    import('./features/organized-events/own-events-cards').then((module) => module.OwnEventsCards),
  'top-events': () => import('./features/event-list/top-events').then((module) => module.TopEvents),
};
