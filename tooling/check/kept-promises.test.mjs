import { readdirSync, readFileSync } from 'node:fs';

import { inRoot, root } from '../root.mjs';

/**
 * Texts on screens, in mails and in demo data that promise missing features. Each is removed when the feature arrives.
 */
/** @type {[string, RegExp][]} */
const untrue = [
  [
    'notifications, which nothing sends',
    /始まったら?お知らせします|始まったときにお知らせ|予約した.*お知らせします|お知らせが届き|お知らせをメールで|分前にお知らせします/,
  ],
  ['applications, which nothing takes', /お申し込みは(まもなく|\$\{.*\}に)始まります/],
  ['parts to come', /準備中です|公開まで、|ご利用いただけるようになります|できるようになりしだい/],
  [
    'archives, which nobody can watch',
    /アーカイブの視聴と|アーカイブを公開しています|アーカイブを見ること|教室とアーカイブで学べる/,
  ],
  ['publishing events and payouts, which nobody can do', /(イベントの公開|振込).*(ご利用いただけます|お待ちください)/],
];

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

it.each(untrue)('no text promises %s', (_what, pattern) => {
  const found = files.flatMap((name) =>
    readFileSync(inRoot(name), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${name}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
