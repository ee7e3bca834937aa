import { readdirSync, readFileSync } from 'node:fs';

import { inRoot, root } from '../root.mjs';

/** Texts on screens, in mails and in demo data that promise parts to come: nothing in the product is unfinished. */
const toCome = /準備中です|公開まで、|ご利用いただけるようになります|できるようになりしだい/;

const sources = [
  ...readdirSync(root)
    .filter((name) => name.startsWith('mf-'))
    .map((name) => `${name}/src`),
  'shell/src',
  'shell/server',
  'shared/src',
  'api/src',
];
const files = sources
  .flatMap((folder) => readdirSync(inRoot(folder), { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\/testing\//.test(name));

it('no text promises parts to come', () => {
  const found = files.flatMap((name) =>
    readFileSync(inRoot(name), 'utf8')
      .split('\n')
      .flatMap((line, index) => (toCome.test(line) ? [`${name}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

const linesWith = (/** @type {RegExp} */ words) =>
  files.flatMap((name) =>
    withoutComments(readFileSync(inRoot(name), 'utf8'))
      .split('\n')
      .filter((line) => words.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );

it('a listener has one name', () => {
  // The button that makes someone a listener has its own name.
  expect(linesWith(/聞き手(?!に戻)/)).toEqual([]);
});

it('leaving and being removed have a word each', () => {
  expect(linesWith(/退出(?:させ|の措置)/)).toEqual([]);
  // Removal by hosts and staff: 退室させる, its undo, and the state of the removed user.
  const removed = /退室(?:させ|の措置|を元に戻す)|ホストの判断により、この.+から退室|いまいる教室から退室し、/;
  expect(linesWith(/退室/).filter((line) => !removed.test(line))).toEqual([]);
});

/** Names in the legal texts that are none of a part of a screen. */
const notOnScreens = new Set(['まなびば', '本サービス', 'ひな形']);

it('what the legal texts name in brackets stands on a screen under that name', () => {
  const isLegal = (/** @type {string} */ name) => name.startsWith('shell/src/pages/legal/');
  const named = files
    .filter(isLegal)
    .flatMap((name) =>
      [...readFileSync(inRoot(name), 'utf8').matchAll(/「([^「」$]+)」/g)].map(([, label = '']) => label),
    );
  const screens = files
    .filter((name) => !isLegal(name) && /^(mf-|shell\/src)/.test(name) && name.endsWith('.tsx'))
    .map((name) => withoutComments(readFileSync(inRoot(name), 'utf8')))
    .join('\n');
  const labels = [...new Set(named)].filter((label) => !notOnScreens.has(label));
  expect(labels).toContain('自分の発言を外す');
  expect(labels.filter((label) => !screens.includes(label))).toEqual([]);
});

/** @param {string} source */
const withoutComments = (source) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
