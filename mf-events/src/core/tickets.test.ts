import { aTicketType } from '@manabiba/shared/testing/builders';
import { addMilliseconds } from 'date-fns';

import { headlineTicket, isScarce, openTickets, seatsLeft, ticketSale } from './tickets';

const NOW = new Date();
const at = (ms: number) => addMilliseconds(NOW, ms).toISOString();

it.each([
  ['no limit', { quota: null }, null, false],
  ['plenty of seats', { quota: 100, sold: 50, held: 10 }, 40, false],
  ['exactly a fifth left', { quota: 100, sold: 75, held: 5 }, 20, true],
  ['slightly more than a fifth left', { quota: 100, sold: 74, held: 5 }, 21, false],
  ['five seats in a small room', { quota: 6, sold: 1 }, 5, true],
  ['nothing left', { quota: 100, sold: 90, held: 10 }, 0, false],
  ['a negative count', { quota: 10, sold: 11 }, 0, false],
])('counts the remaining seats with %s', (_case, changes, left, scarce) => {
  const ticket = aTicketType(changes);
  expect(seatsLeft(ticket)).toBe(left);
  expect(isScarce(ticket)).toBe(scarce);
});

it.each([
  ['before the sale', { saleStartAt: at(1) }, 'before'],
  ['at its start', { saleStartAt: at(0) }, 'open'],
  ['at its end', { saleEndAt: at(0) }, 'over'],
  ['with no seat left', { quota: 1, sold: 1 }, 'sold_out'],
  ['with no seat left, after the sale', { quota: 1, sold: 1, saleEndAt: at(-1) }, 'over'],
])('returns the sale state %s', (_case, changes, sale) => {
  expect(ticketSale(aTicketType(changes), NOW)).toBe(sale);
});

describe('the headline ticket', () => {
  const tickets = [
    aTicketType({ id: 'student', kind: 'student', price: 500 }),
    aTicketType({ id: 'general' }),
    aTicketType({ id: 'premium', kind: 'premium', price: 0 }),
    aTicketType({ id: 'invited', kind: 'invited', price: 0 }),
  ];

  it.each([
    ['CreateAccount', 'general'],
    ['PurchaseEvent', 'general'],
    ['Subscription', 'student'],
    ['JoinEvent', 'premium'],
  ] as const)('at step %s is the %s ticket', (label, id) => {
    expect(headlineTicket({ tickets }, label)?.id).toBe(id);
  });

  it('is the cheapest of its kind with seats left', () => {
    const early = aTicketType({ id: 'early', price: 1000, quota: 10, sold: 10 });
    expect(headlineTicket({ tickets: [aTicketType({ id: 'late', price: 2000 }), early] }, 'PurchaseEvent')?.id).toBe(
      'late',
    );
    expect(headlineTicket({ tickets: [early] }, 'PurchaseEvent')?.id).toBe('early');
  });

  it('is never an invitation ticket', () => {
    expect(headlineTicket({ tickets: [aTicketType({ kind: 'invited' })] }, 'PurchaseEvent')).toBeUndefined();
    expect(openTickets({ tickets }).map((ticket) => ticket.id)).toEqual(['student', 'general', 'premium']);
  });
});
