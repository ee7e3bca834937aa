/** @jest-environment node */
import { aTicket, NOW } from './an-event';
import { headlineTicket, isScarce, openTickets, seatsLeft, ticketSale } from './tickets';

it.each([
  ['no limit', { quota: null }, null, false],
  ['plenty of seats', { quota: 100, sold: 50, held: 10 }, 40, false],
  ['just a fifth left', { quota: 100, sold: 75, held: 5 }, 20, true],
  ['a little more than a fifth left', { quota: 100, sold: 74, held: 5 }, 21, false],
  ['five seats of a small room', { quota: 6, sold: 1 }, 5, true],
  ['nothing left', { quota: 100, sold: 90, held: 10 }, 0, false],
  ['a count that ran over', { quota: 10, sold: 11 }, 0, false],
])('counts what is left with %s', (_case, changes, left, scarce) => {
  const ticket = aTicket(changes);
  expect(seatsLeft(ticket)).toBe(left);
  expect(isScarce(ticket)).toBe(scarce);
});

it.each([
  ['before the sale', { saleStartAt: '2026-11-21T09:30:00.001Z' }, 'before'],
  ['at its first moment', { saleStartAt: '2026-11-21T09:30:00.000Z' }, 'open'],
  ['at its last moment', { saleEndAt: '2026-11-21T09:30:00.000Z' }, 'over'],
  ['with no seat left', { quota: 1, sold: 1 }, 'sold_out'],
  ['with no seat left, after the sale', { quota: 1, sold: 1, saleEndAt: '2026-11-20T00:00:00.000Z' }, 'over'],
])('tells the sale %s', (_case, changes, sale) => {
  expect(ticketSale(aTicket(changes), NOW)).toBe(sale);
});

describe('the ticket in large type', () => {
  const tickets = [
    aTicket({ id: 'student', kind: 'student', price: 500 }), aTicket({ id: 'general' }),
    aTicket({ id: 'premium', kind: 'premium', price: 0 }), aTicket({ id: 'invited', kind: 'invited', price: 0 }),
  ];

  it.each([
    ['CreateAccount', 'general'], ['PurchaseEvent', 'general'], ['Subscription', 'student'], ['JoinEvent', 'premium'],
  ] as const)('at %s is the %s one', (label, id) => {
    expect(headlineTicket({ tickets }, label)?.id).toBe(id);
  });

  it('is the cheapest of its kind that still has seats', () => {
    const early = aTicket({ id: 'early', price: 1000, quota: 10, sold: 10 });
    expect(headlineTicket({ tickets: [aTicket({ id: 'late', price: 2000 }), early] }, 'PurchaseEvent')?.id).toBe('late');
    expect(headlineTicket({ tickets: [early] }, 'PurchaseEvent')?.id).toBe('early');
  });

  it('is never an invitation', () => {
    expect(headlineTicket({ tickets: [aTicket({ kind: 'invited' })] }, 'PurchaseEvent')).toBeUndefined();
    expect(openTickets({ tickets }).map((ticket) => ticket.id)).toEqual(['student', 'general', 'premium']);
  });
});
