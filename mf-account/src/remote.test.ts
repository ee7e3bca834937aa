import remote from '../remote.json';
import { pages, slots } from './remote';

it('exports exactly the pages and slots declared in remote.json', () => {
  expect(Object.keys(pages).sort()).toEqual([...new Set(remote.routes.map(({ page }) => page))].sort());
  expect(Object.keys(slots).sort()).toEqual([...remote.slots].sort());
});

it('loads a component for every page and slot', async () => {
  const loaded = await Promise.all([...Object.values(pages), ...Object.values(slots)].map((load) => load()));
  for (const component of loaded) expect(component).toEqual(expect.any(Function));
});
