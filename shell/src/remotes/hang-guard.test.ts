import { createHangGuard, type HangGuard } from './hang-guard';

const part = 'mf-events/pages/events@1.0.0';
beforeEach(() => sessionStorage.clear());
/** Simulates the next page load. */
const load = () => createHangGuard(() => sessionStorage);

it('finds, after a reload, a part that began and did not end', () => {
  expect(load().has(part)).toBe(false);
  load().begin(part);
  expect(load().has(part)).toBe(true);
  expect(load().has('mf-events/pages/events@1.0.1')).toBe(false);
});

it('keeps finding it until the user retries', () => {
  load().begin(part);
  load().begin('mf-account/pages/user@1');
  load().end();
  const later = load();
  expect(later.has(part)).toBe(true);
  later.clear(part);
  expect(load().has(part)).toBe(false);
});

it.each<[string, (parts: HangGuard) => void]>([
  ['the remote has finished', (parts) => parts.end(part)],
  ['the page was left while it was still responsive', (parts) => parts.end()],
])('finds nothing when %s', (_what, act) => {
  const parts = load();
  parts.begin(part);
  act(parts);
  expect(load().has(part)).toBe(false);
});

it('works when the browser stores nothing', () => {
  const parts = createHangGuard(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  parts.begin(part);
  expect(parts.has(part)).toBe(false);
});
