import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { inRoot } from '../../root.mjs';

/** Code that a rule reports, by rule. Each row is one file of a remote, or of the api for the rule on transactions. */
const rejected = {
  'house(same-on-both-sides)': {
    'the time in a component': 'export function Card() { return <time>{String(new Date())}</time>; }',
    'the time in a hook': 'export const useAge = (from: number) => Date.now() - from;',
    'the time of each row':
      'export function List({ rows }: { rows: { at: number }[] }) { return rows.map((row) => row.at < Date.now()); }',
    'a random value': 'export const Card = () => <p>{Math.random()}</p>;',
    storage: "export function Card() { return sessionStorage.getItem('room'); }",
    'the width of the window': 'export function Card() { return window.innerWidth < 600 ? null : <p />; }',
  },
  'house(no-module-state)': {
    'a variable': 'let serial = 0; export const next = () => serial++;',
    'a map that is filled': 'const known = new Map(); export const keep = (id: string) => known.set(id, 1);',
    'a list that grows': 'const seen: string[] = []; export const see = (id: string) => seen.push(id);',
    'an object that changes':
      'export const clock = { ahead: 0 }; export const hear = (ms: number) => { clock.ahead = ms; };',
  },
  'house(text-of-its-own)': {
    'a text that comes and goes':
      'export const Sum = ({ on }: { on: boolean }) => <p>合計<b>3</b>{on && "(税込)"}</p>;',
    'a text instead of an element':
      'export const Sum = ({ on }: { on: boolean }) => <p><b>合計</b>{on ? <i>3</i> : "なし"}</p>;',
    'a text behind what comes and goes':
      'export const Sum = ({ on }: { on: boolean }) => <p>{on && <b>合計</b>}3件</p>;',
    'a value behind what comes and goes':
      'export const Sum = (of: { on: boolean; text: string }) => <p>{of.on && <b>合計</b>}{of.text}</p>;',
    'a text among the elements of a list':
      'export const Sum = ({ rows }: { rows: string[] }) => rows.map((row) => (row === "0" ? <b key={row}>0</b> : row));',
    'an item behind what comes and goes':
      'export const Sum = ({ rows }: { rows: string[] }) => rows.map((row, at) => <i key={row}>{at > 0 && <br />}{row}</i>);',
    'a component of a text or an element':
      'export function Sum({ on }: { on: boolean }) { if (on) return "無料"; return <b>3円</b>; }',
  },
  'house(limits-in-contract)': {
    'a length': 'export const Name = () => <input aria-label="教室名" maxLength={50} />;',
  },
  'house(no-barrel)': { 'an export of another file': "export { Card } from './card';" },
  'house(export-by-name)': { 'an export of everything': "export * from './card'; export const one = 1;" },
  'house(zod-namespace)': { 'a named z': "import { z } from 'zod/mini'; export const name = z.string();" },
  'house(guarded-transactions)': {
    'a transaction of its own':
      'export const change = (db: { transaction(): unknown }, work: (trx: unknown) => void) => work(db.transaction());',
    'a connection of its own':
      'export const open = (options: { pool: { connect(): Promise<void> } }) => options.pool.connect();',
  },
  'eslint(no-restricted-globals)': { 'a call without the contract': "export const load = () => void fetch('/v1/me');" },
  'eslint(no-restricted-imports)': { 'all of zod': "import * as z from 'zod'; export const name = z.string();" },
  'import(no-default-export)': { 'a default export': 'export default 1;' },
  'typescript(no-floating-promises)': {
    'a promise that is not awaited': 'export function save(saved: Promise<void>) { saved.then(() => undefined); }',
  },
  'typescript(no-misused-promises)': {
    'a promise as a condition': 'export const isSaved = (saved: Promise<void>) => (saved ? 1 : 2);',
  },
  'typescript(await-thenable)': { 'an awaited number': 'export const one = async () => await 1;' },
  'typescript(switch-exhaustiveness-check)': {
    'a state without a case':
      "export function word(state: 'live' | 'ended') { switch (state) { case 'live': return 1; } return 2; }",
  },
  'react-hooks(rules-of-hooks)': {
    'a hook in a branch':
      "import { useState } from 'react'; export function Card({ on }: { on: boolean }) { if (on) useState(0); return null; }",
  },
  'react-hooks(exhaustive-deps)': {
    'a missing dependency':
      "import { useEffect } from 'react'; export function useTitle(title: string) { useEffect(() => { document.title = title; }, []); }",
  },
  'react(refs)': {
    'a ref that is read in render':
      "import { useRef } from 'react'; export function Card() { const count = useRef(0); return <p>{count.current}</p>; }",
  },
  'jsx-a11y(alt-text)': { 'an image without text': 'export const Cover = () => <img src="/cover.png" />;' },
  'jsx-a11y(anchor-is-valid)': { 'a link to nowhere': 'export const Back = () => <a href="#">教室</a>;' },
  'jsx-a11y(aria-role)': { 'a role that ARIA lacks': 'export const Seat = () => <div role="speaker" />;' },
  'jsx-a11y(click-events-have-key-events)': {
    'a click without keys':
      'export const Row = ({ onPick }: { onPick: () => void }) => <div role="option" aria-selected={false} tabIndex={0} onClick={onPick} />;',
  },
  'jsx-a11y(no-noninteractive-element-interactions)': {
    'keys on a list item':
      'export const Row = ({ onPick }: { onPick: () => void }) => <li onKeyDown={onPick}>教室</li>;',
  },
  'jsx-a11y(no-noninteractive-tabindex)': {
    'a paragraph in the tab order': 'export const Row = () => <p tabIndex={0}>教室</p>;',
  },
  'jsx-a11y(no-static-element-interactions)': {
    'a clickable span':
      'export const Row = ({ onPick }: { onPick: () => void }) => <span onClick={onPick} onKeyDown={onPick} />;',
  },
};

/** Code that looks similar and is fine. */
const accepted = {
  'a given time': 'export function Card({ at }: { at: string }) { return String(new Date(at)); }',
  'the time in an event':
    'export function Card({ save }: { save: (at: Date) => void }) { const handleClick = () => save(new Date()); return <button onClick={handleClick} />; }',
  'storage in an effect':
    "import { useEffect } from 'react'; export function Card() { useEffect(() => void localStorage.length, []); return null; }",
  'the time in a function': 'export function isFresh(at: number) { return Date.now() - at < 1000; }',
  'whether there is a window': "export const Card = () => (typeof window === 'undefined' ? null : <p />);",
  'a set that is only read': "const kinds = new Set(['a']); export const isKnown = (kind: string) => kinds.has(kind);",
  'an empty list that is only read': 'const NONE: string[] = []; export const first = () => NONE.at(0);',
  'a map of a function': 'export function count() { const known = new Map(); known.set(1, 1); return known; }',
  'a text before what comes and goes':
    'export const Sum = ({ on }: { on: boolean }) => <p>合計{on && <b>3</b>}<i>件</i></p>;',
  'a text or a value': 'export const Sum = ({ n }: { n: string }) => <p>{n === "0" ? "無料" : n}<i>税込</i></p>;',
  'a text that comes and goes by itself': 'export const Sum = ({ on }: { on: boolean }) => <p>{on && "合計"}</p>;',
  'a text that is always there': 'export const Sum = ({ on }: { on: boolean }) => <p><b>3</b>{on ? "件" : "人"}</p>;',
  'an element behind what comes and goes':
    'export const Sum = (of: { on: boolean; children: React.ReactNode }) => <p>{of.on && <b>合計</b>}{of.children}</p>;',
  'spaces among the elements of a list':
    'export const Sum = ({ rows }: { rows: string[] }) => rows.map((row) => (row === "" ? " " : <b key={row}>{row}</b>));',
  'a component of texts': 'export const Sum = ({ on }: { on: boolean }) => (on ? "無料" : "3円");',
  'a scrollable region': 'export const Rows = () => <div role="region" aria-label="教室" tabIndex={0} />;',
};

const cases = [
  ...Object.entries(rejected).flatMap(([rule, rows]) =>
    Object.entries(rows).map(([what, text]) => ({ rule, what, text })),
  ),
  ...Object.entries(accepted).map(([what, text]) => ({ rule: undefined, what, text })),
].map((row, index) => ({
  ...row,
  source: row.rule === 'house(guarded-transactions)' ? 'api/src' : 'mf-cases/src',
  file: `case-${index}.ts${row.rule === 'house(guarded-transactions)' ? '' : 'x'}`,
}));

let folder;
/** The rules that report each file, of one run over all of them. */
let rulesByFile;

beforeAll(async () => {
  // A remote of its own: the rules for remotes apply, and the linter finds the project's packages and types.
  folder = await mkdtemp(join(tmpdir(), 'manabiba-lint-'));
  await symlink(inRoot('node_modules'), join(folder, 'node_modules'));
  for (const { source } of cases) await mkdir(join(folder, source), { recursive: true });
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: inRoot('tsconfig.json'), include: ['mf-*/src', 'api/src'], exclude: [] }),
  );
  await writeFile(
    join(folder, '.oxlintrc.json'),
    JSON.stringify({ extends: [inRoot('tooling/check/lint/base.json')], options: { typeAware: true } }),
  );
  for (const { source, file, text } of cases) await writeFile(join(folder, source, file), text);
  const output = await new Promise((done) => {
    const words = [inRoot('node_modules/oxlint/bin/oxlint'), '--format', 'json', 'mf-cases', 'api'];
    execFile(process.execPath, words, { cwd: folder, maxBuffer: 1e8 }, (_error, stdout) => done(stdout));
  });
  rulesByFile = new Map();
  for (const { filename, code } of JSON.parse(output).diagnostics) {
    const name = basename(filename);
    rulesByFile.set(name, [...(rulesByFile.get(name) ?? []), code]);
  }
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const rulesOf = (file) => rulesByFile.get(file) ?? [];

it.each(cases.filter(({ rule }) => rule))('$rule reports $what', ({ rule, file }) => {
  expect(rulesOf(file)).toContain(rule);
});

it.each(cases.filter(({ rule }) => !rule))('nothing reports $what', ({ file }) => {
  expect(rulesOf(file)).toEqual([]);
});
