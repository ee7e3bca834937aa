import { createHangGuard, type HangGuard } from './hang-guard';

const part = 'mf-events/pages/events@1.0.0';
beforeEach(() => sessionStorage.clear());
/** The page as the next load finds it. */
const load = () => createHangGuard(() => sessionStorage);

it('finds after a load what had begun and not ended', () => {
  expect(load().has(part)).toBe(false);
  load().begin(part);
  expect(load().has(part)).toBe(true);
  expect(load().has('mf-events/pages/events@1.0.1')).toBe(false);
});

it('goes on to find it until somebody wants another try', () => {
  load().begin(part);
  load().begin('mf-account/pages/user@1');
  load().end();
  const later = load();
  expect(later.has(part)).toBe(true);
  later.clear(part);
  expect(load().has(part)).toBe(false);
});

it.each<[string, (parts: HangGuard) => void]>([
  ['it has ended', (parts) => parts.end(part)],
  ['the page was left while it answered', (parts) => parts.end()],
])('finds nothing when %s', (_what, act) => {
  const parts = load();
  parts.begin(part);
  act(parts);
  expect(load().has(part)).toBe(false);
});

it('does without where the browser keeps nothing', () => {
  const parts = createHangGuard(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  parts.begin(part);
  expect(parts.has(part)).toBe(false);
});
