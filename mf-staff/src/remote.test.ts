import remote from '../remote.json';
import { pages, slots } from './remote';

it('opens exactly the pages and slots that its release announces', () => {
  expect(Object.keys(pages).sort()).toEqual([...new Set(remote.routes.map(({ page }) => page))].sort());
  expect(Object.keys(slots).sort()).toEqual([...remote.slots].sort());
});

it('leads every page and slot to a component', async () => {
  const loaded = await Promise.all([...Object.values(pages), ...Object.values(slots)].map((load) => load()));
  for (const component of loaded) expect(component).toEqual(expect.any(Function));
});
