import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { aMe, anEvent, aTicketType, inMinutes } from '@manabiba/shared/testing/builders';

import { listedTickets, planIncludesSeat, wayIn } from './ways-in';

const full = { quota: 10, sold: 10 };
const free = (changes: Partial<TicketType> = {}) => aTicketType({ id: 'free', price: 0, ...changes });
const student = (changes: Partial<TicketType> = {}) => free({ id: 'student', kind: 'student', ...changes });
const premium = (changes: Partial<TicketType> = {}) => free({ id: 'premium', kind: 'premium', ...changes });
const paid = (changes: Partial<TicketType> = {}) => aTicketType({ id: 'paid', ...changes });
const subscriber = aMe('adult', { isSubscribed: true });

const setUp = (tickets: TicketType[], me: SignedInMe, event: Partial<ClassroomEvent> = {}) => {
  const way = wayIn(anEvent({ tickets, ...event }), me, {
    now: new Date(),
    formatMoment: (moment) => `<${moment.toISOString()}>`,
  });
  return way.kind === 'none' ? way.reason : `${way.kind} ${way.ticket.id}`;
};

it.each<[string, TicketType[], SignedInMe, string]>([
  ['an adult with a free ticket', [paid(), free()], aMe('adult'), 'free free'],
  ['an adult with a priced ticket', [paid(), student(), premium()], aMe('adult'), 'paid paid'],
  ['a student', [paid(), student(), premium()], aMe('student'), 'free student'],
  ['a student with a student discount', [paid(), student({ price: 500 })], aMe('student'), 'paid student'],
  ['a student without student seats left', [paid(), student(full)], aMe('student'), 'paid paid'],
  ['a subscriber', [paid(), student(), premium()], subscriber, 'free premium'],
  ['a subscriber where plans do not apply', [paid(), student()], subscriber, 'paid paid'],
  ['a child with student seats', [free(), student()], aMe('child'), 'free student'],
  ['a child with free seats', [student({ id: 'dear', price: 500 }), student()], aMe('child'), 'free student'],
])('finds the best seat for %s', (_who, tickets, me, expected) => {
  expect(setUp(tickets, me)).toBe(expected);
});

it.each<[string, TicketType[], SignedInMe, string]>([
  ['the ticket that the user would take', [paid(full)], aMe('adult'), 'wait paid'],
  ['the cheapest of several', [paid(full), free(full)], aMe('adult'), 'wait free'],
  ['no ticket for a child, who cannot join one', [student(full)], aMe('child'), '満席です。'],
])('offers the waiting list of %s', (_case, tickets, me, expected) => {
  expect(setUp(tickets, me)).toBe(expected);
});

it('offers no waiting list for an event that has begun', () => {
  const begun = { startAt: inMinutes(-5), endAt: inMinutes(40), state: 'live' } as const;
  expect(setUp([paid(full)], aMe('adult'), begun)).toBe('満席のため、お申し込みの受付を終了しました。');
});

it.each([
  ['a visitor', aMe('anonymous'), ['paid', 'student', 'free']],
  ['an adult', aMe('adult'), ['paid', 'student', 'free']],
  ['a child only the seats that cost nothing', aMe('child'), ['free']],
])('lists to %s what an event offers', (_who, me, expected) => {
  const tickets = [paid(), student({ price: 500 }), student({ id: 'free' }), aTicketType({ kind: 'invited' })];
  expect(listedTickets(anEvent({ tickets }), me).map(({ id }) => id)).toEqual(expected);
});

it.each([
  ['a user without a plan', aMe('adult'), premium(), true],
  ['a subscriber', subscriber, premium(), false],
  ['a child', aMe('child'), premium(), false],
  ['a user, when those seats are gone', aMe('adult'), premium(full), false],
  ['a user, when those seats cost something', aMe('adult'), premium({ price: 300 }), false],
])('says whether a plan would give a seat to %s', (_who, me, ticket, expected) => {
  expect(planIncludesSeat(anEvent({ tickets: [paid(), ticket] }), me, new Date())).toBe(expected);
});

const SOON = inMinutes(60);
const OVER = inMinutes(-60);
it.each<[string, TicketType[], SignedInMe, string]>([
  ['the sale has not begun', [paid({ saleStartAt: SOON })], aMe('adult'), `お申し込みの受付は<${SOON}>に始まります。`],
  ['the sale is over', [paid({ saleEndAt: OVER })], aMe('adult'), `お申し込みの受付は<${OVER}>に終了しました。`],
  [
    'the event is by invitation',
    [free({ kind: 'invited' })],
    aMe('adult'),
    'このイベントは招待された方のみご参加いただけます。',
  ],
  [
    'the tickets are for other users',
    [student(), premium()],
    aMe('adult'),
    'このイベントは、学生・プラン会員の方のみお申し込みいただけます。',
  ],
  [
    'there are no tickets for children',
    [paid(), premium()],
    aMe('child'),
    'このイベントには、12歳以下の方がお申し込みいただける席がありません。',
  ],
  [
    'children would have to pay',
    [student({ price: 500 })],
    aMe('child'),
    'このイベントには、12歳以下の方がお申し込みいただける席がありません。',
  ],
])('explains why no seat is available when %s', (_case, tickets, me, reason) => {
  expect(setUp(tickets, me)).toBe(reason);
});
