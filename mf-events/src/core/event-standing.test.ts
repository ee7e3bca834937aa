import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { anEvent, aTicketType, inMinutes } from '@manabiba/shared/testing/builders';

import { type EventStanding, eventStanding } from './event-standing';

it.each<[string, Partial<ClassroomEvent>, EventStanding]>([
  ['open', {}, { name: 'open' }],
  ['few seats', { tickets: [aTicketType({ sold: 88 })] }, { name: 'scarce', left: 12 }],
  ['no seats', { tickets: [aTicketType({ sold: 100 })] }, { name: 'sold_out' }],
  [
    'seats for students only',
    { tickets: [aTicketType({ sold: 100 }), aTicketType({ id: 'student', kind: 'student' })] },
    { name: 'open' },
  ],
  ['a future sale', { tickets: [aTicketType({ saleStartAt: inMinutes(10) })] }, { name: 'before_sale' }],
  ['an ended sale', { tickets: [aTicketType({ saleEndAt: inMinutes(-10) })] }, { name: 'sale_over' }],
  ['invitations only', { tickets: [aTicketType({ kind: 'invited' })] }, { name: 'sale_over' }],
  ['a reached start', { state: 'live' }, { name: 'live' }],
  ['an end', { state: 'ended', tickets: [aTicketType({ sold: 100 })] }, { name: 'ended' }],
  ['an archive', { state: 'archived' }, { name: 'ended' }],
  ['an end that the server has not recorded yet', { endAt: inMinutes(-1) }, { name: 'ended' }],
  ['a cancellation', { state: 'cancelled', endAt: inMinutes(-10) }, { name: 'cancelled' }],
])('recognizes %s', (_case, changes, standing) => {
  expect(eventStanding(anEvent(changes), new Date())).toEqual(standing);
});
