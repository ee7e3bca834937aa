import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { anEvent, aParticipation, aTicketType, inMinutes } from '@manabiba/shared/testing/builders';

import { type EventKind, filterEvents } from './event-filter';

const isLeft = (kind: EventKind | undefined, changes: Partial<ClassroomEvent>, categoryId?: string) =>
  filterEvents([anEvent(changes)], { kind, categoryId }, new Date()).length === 1;

const full = { quota: 10, sold: 9, held: 1 };
const over = { saleEndAt: inMinutes(-1) };

it.each<[EventKind, string, Partial<ClassroomEvent>, boolean]>([
  ['mine', 'a seat', { myParticipation: aParticipation() }, true],
  ['mine', 'a place in the waiting list', { myParticipation: aParticipation({ state: 'waitlisted' }) }, true],
  ['mine', 'a cancelled participation', { myParticipation: aParticipation({ state: 'cancelled' }) }, false],
  ['mine', 'no participation', {}, false],
  ['free', 'a free general ticket', { tickets: [aTicketType({ price: 0 })] }, true],
  [
    'free',
    'a price for everyone but subscribers',
    { tickets: [aTicketType(), aTicketType({ kind: 'premium', price: 0 })] },
    false,
  ],
  ['free', 'invitations only', { tickets: [aTicketType({ kind: 'invited', price: 0 })] }, false],
  ['student', 'a seat for students', { tickets: [aTicketType(full), aTicketType({ kind: 'student' })] }, true],
  ['student', 'no seat for students left', { tickets: [aTicketType({ kind: 'student', ...full })] }, false],
  ['student', 'an ended sale to students', { tickets: [aTicketType({ kind: 'student', ...over })] }, false],
  ['student', 'no ticket for students', {}, false],
  ['seats', 'a seat', { tickets: [aTicketType(full), aTicketType()] }, true],
  ['seats', 'tickets without a limit', { tickets: [aTicketType({ quota: null })] }, true],
  ['seats', 'no seat left', { tickets: [aTicketType(full)] }, false],
  ['seats', 'an ended sale', { tickets: [aTicketType(over)] }, false],
])('%s: an event with %s', (kind, _case, changes, expected) => {
  expect(isLeft(kind, changes)).toBe(expected);
});

it('filters by category, alone and combined with a kind', () => {
  const math = { categoryId: 'math' };
  expect(isLeft(undefined, math, 'math')).toBe(true);
  expect(isLeft(undefined, math, 'music')).toBe(false);
  expect(isLeft('mine', math, 'math')).toBe(false);
  expect(isLeft(undefined, math)).toBe(true);
});
