import { readdir, readFile } from 'node:fs/promises';

import { inRoot } from '../../root.mjs';
import { ownLines, readProductTexts } from './product-texts.mjs';

const FOLDER = inRoot('docs/screens');

it('keeps screenshots with current texts only', async () => {
  const said = JSON.parse(await readFile(`${FOLDER}/texts.json`, 'utf8'));
  const names = (await readdir(FOLDER)).filter((file) => file.endsWith('.png')).map((file) => file.slice(0, -4));
  expect(Object.keys(said).sort()).toEqual(names.sort());
  const sources = await readProductTexts();
  const outdated = Object.entries(said).map(([name, lines]) => [name, lines.filter((line) => !sources.includes(line))]);
  // After such a change: start the product, then `npm run screens`.
  expect(Object.fromEntries(outdated)).toEqual(Object.fromEntries(names.map((name) => [name, []])));
});

it('takes lines that the sources say, and neither content nor numbers', () => {
  expect(ownLines('開催中の教室\n三角関数の合成\n12人\n開催中の教室\n', '<h2>開催中の教室</h2> 12人')).toEqual([
    '開催中の教室',
  ]);
});
