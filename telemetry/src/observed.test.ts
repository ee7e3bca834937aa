import { observed } from './observed';

it('reports to subscribers until they stop, and shows whether there are any', () => {
  const seen: string[] = [];
  expect(observed.domainEvent.isWatched).toBe(false);
  observed.domainEvent.report({ name: 'before' });
  const stop = observed.domainEvent.watch(({ name }) => seen.push(name));
  expect(observed.domainEvent.isWatched).toBe(true);
  observed.domainEvent.report({ name: 'during' });
  stop();
  observed.domainEvent.report({ name: 'after' });
  expect(observed.domainEvent.isWatched).toBe(false);
  expect(seen).toEqual(['during']);
});
