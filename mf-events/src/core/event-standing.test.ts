/** @jest-environment node */
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { anEvent, aTicket, NOW } from './an-event';
import { eventStanding, type EventStanding } from './event-standing';

it.each<[string, Partial<ClassroomEvent>, EventStanding]>([
  ['open', {}, { name: 'open' }],
  ['few seats', { tickets: [aTicket({ sold: 88 })] }, { name: 'scarce', left: 12 }],
  ['no seats', { tickets: [aTicket({ sold: 100 })] }, { name: 'sold_out' }],
  ['seats for students alone', { tickets: [aTicket({ sold: 100 }), aTicket({ id: 'student', kind: 'student' })] }, { name: 'open' }],
  ['a sale to come', { tickets: [aTicket({ saleStartAt: '2026-11-25T00:00:00.000Z' })] }, { name: 'before_sale' }],
  ['a sale that is over', { tickets: [aTicket({ saleEndAt: '2026-11-20T00:00:00.000Z' })] }, { name: 'sale_over' }],
  ['invitations alone', { tickets: [aTicket({ kind: 'invited' })] }, { name: 'sale_over' }],
  ['a start that came', { state: 'live' }, { name: 'live' }],
  ['an end', { state: 'ended', tickets: [aTicket({ sold: 100 })] }, { name: 'ended' }],
  ['an archive', { state: 'archived' }, { name: 'ended' }],
  ['an end that the server has not marked yet', { endAt: '2026-11-21T09:30:00.000Z' }, { name: 'ended' }],
  ['a cancellation', { state: 'cancelled', endAt: '2026-11-01T00:00:00.000Z' }, { name: 'cancelled' }],
])('sees %s', (_case, changes, standing) => {
  expect(eventStanding(anEvent(changes), NOW)).toEqual(standing);
});
