import type { Registry } from '@manabiba/shared/page/boot-data';

import { routeConflicts } from './release-gate';

const registryOf = (slotsOf: Record<string, string[]>) =>
  ({
    remotes: Object.fromEntries(
      Object.entries(slotsOf).map(([name, slots]) => [
        name,
        { container: name.replaceAll('-', '_'), routes: [], slots },
      ]),
    ),
  }) as unknown as Registry;
const conflictsOf = (slot: string, others: Record<string, string[]>) =>
  routeConflicts(
    {
      remote: 'mf-new',
      container: 'mf_new',
      routes: [],
      slots: [slot],
      preloads: { pages: {}, slots: { [slot]: [] } },
    },
    registryOf(others),
  );

describe('a slot', () => {
  it('belongs to the remote that fills it', () => {
    expect(conflictsOf('top-events', { 'mf-events': ['top-events'] })).toEqual([
      'The slot "top-events" belongs to mf-events.',
    ]);
    expect(conflictsOf('top-events', { 'mf-new': ['top-events'] })).toEqual([]);
  });

  it('that is open to all teams takes four remotes', () => {
    const others = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`mf-team${index}`, ['top-more']]));
    expect(conflictsOf('top-more', others(3))).toEqual([]);
    expect(conflictsOf('top-more', others(4))).toEqual([
      'The slot "top-more" belongs to mf-team0, mf-team1, mf-team2, mf-team3.',
    ]);
  });

  it('must be known, also by the name of a property that every object has', () => {
    for (const name of ['top-nothing', 'constructor'])
      expect(conflictsOf(name, {})).toEqual([
        `The slot "${name}" is not in the list of slots (shared/src/page/slots.ts).`,
      ]);
  });
});
