import { observed } from './observed';

it('tells watchers until they stop, and says whether anybody watches', () => {
  const seen: string[] = [];
  expect(observed.domainEvent.isWatched).toBe(false);
  observed.domainEvent.tell({ name: 'before' });
  const stop = observed.domainEvent.watch(({ name }) => seen.push(name));
  expect(observed.domainEvent.isWatched).toBe(true);
  observed.domainEvent.tell({ name: 'during' });
  stop();
  observed.domainEvent.tell({ name: 'after' });
  expect(observed.domainEvent.isWatched).toBe(false);
  expect(seen).toEqual(['during']);
});
