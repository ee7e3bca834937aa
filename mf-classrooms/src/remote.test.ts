import declared from '../remote.json';
import { pages, slots } from './remote';

it('exposes exactly the pages and slots that remote.json declares', async () => {
  expect(Object.keys(pages).sort()).toEqual([...new Set(declared.routes.map(({ page }) => page))].sort());
  expect(Object.keys(slots).sort()).toEqual([...declared.slots].sort());
});

it.each(Object.entries({ ...pages, ...slots }))('%s resolves to a component', async (_name, load) => {
  expect(await load()).toEqual(expect.any(Function));
});
