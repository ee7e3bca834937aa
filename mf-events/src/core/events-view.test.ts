import { eventsQuery, readEventsView } from './events-view';

const read = (search: string, isSignedIn = true) => readEventsView(new URLSearchParams(search), { isSignedIn });

it.each([
  '',
  'filter=free',
  'filter=mine&category=math',
  'view=month',
  'view=month&date=2026-12',
  'view=month&date=2026-12-05&filter=seats&category=math',
  'tab=past',
])('keeps "%s" in the URL', (search) => {
  expect(new URLSearchParams(eventsQuery(read(search))).toString()).toBe(search);
});

it('ignores invalid values', () => {
  expect(eventsQuery(read('filter=unknown&view=week&date=2026-12&tab=future'))).toEqual({});
  expect(eventsQuery(read('filter=mine', false))).toEqual({});
});
