import type { RenderedPart } from '@manabiba/shared/page/boot-data';

import { insertParts, partsIn } from './insert-parts';

const list: RenderedPart = { remote: 'mf-page', kind: 'pages', key: 'list' };
const archives: RenderedPart = { remote: 'mf-slot', kind: 'slots', key: 'event-archives' };
const following: RenderedPart = { remote: 'mf-slot', kind: 'slots', key: 'top-following' };

const inner = '<!--part mf-slot/slots/event-archives--><h2>$& 過去</h2><!--/part-->';
const outer = `<!--part mf-page/pages/list--><h1>教室</h1>${inner}<p>終わり</p><!--/part-->`;
const rendered = `<header>ログイン</header><main><!--$-->${outer}<!--/$--></main>`;
const place = '<!--part mf-page/pages/list--><!--/part-->';

it('inserts a part with its nested parts into its slot, and nothing around it', () => {
  expect(insertParts(`<header>花子</header><main><!--$-->${place}<!--/$--></main>`, rendered)).toBe(
    `<header>花子</header><main><!--$-->${outer}<!--/$--></main>`,
  );
});

it('inserts adjacent parts into their slots', () => {
  const both = `<main>${inner}<hr>${outer}</main>`;
  const places = `<!--part mf-slot/slots/event-archives--><!--/part-->${place}`;
  expect(insertParts(places, both)).toBe(inner + outer);
});

it.each([
  ['without a slot', '<main></main>'],
  ['with a slot for another part', `${place}<!--part mf-slot/slots/top-following--><!--/part-->`],
])('renders no page %s', (_which, page) => {
  expect(insertParts(page, rendered)).toBeNull();
});

it('finds the parts in rendered HTML, inner ones too', () => {
  expect(partsIn(rendered, [list, archives, following])).toEqual([list, archives]);
});
