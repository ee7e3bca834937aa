import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { usesOfRelease } from './uses-of-release';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabiba-uses-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** As webpack writes it: `2394` is the facade here, `7742` is React. */
const entry = `n.consumesLoadingData.moduleIdToConsumeDataMapping={
  2394:{fallback:()=>{throw 1},requiredVersion:"^1.8.0",shareKey:"@manabiba/shared/platform"},
  7742:{fallback:()=>{throw 1},requiredVersion:"^19.0.0",shareKey:"react"}}`;
const chunk = (body: string) => `(self.c=self.c||[]).push([[1],{90(e,a,n){${body}}}]);`;

async function usesOf(body: string, { entry: first = entry, slots = [] as string[] } = {}) {
  const files = { 'entry.js': first, 'page.js': chunk(body), 'page.css': '.a{}' };
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
  const manifest = {
    container: 'mf_events',
    entry: 'entry.js',
    files: Object.fromEntries(Object.keys(files).map((path) => [path, { integrity: 'sha384-x' }])),
    routes: [],
    slots,
    preloads: { pages: {}, slots: {} },
  };
  return usesOfRelease({ folder, manifest });
}

it('names the calls by their references, not what only looks like one', async () => {
  const { calls } = await usesOf(
    `let r={name:"getEvent",method:"GET",path:"/events/{id}"},q={name:"no",method:"TELL",path:"/x"};fetch("/v1/events")`,
  );
  expect(calls).toEqual(['getEvent']);
});

it.each([
  ['of a variable', 'var i=n(2394);(0,i.useEndpoint)(r);i.toast("a")', ['toast', 'useEndpoint']],
  ['without a variable', 'let t=(0,n(2394).personMemory)(()=>1)', ['personMemory']],
  ['taken apart', 'const {toast:t,useMe:u}=n(2394)', ['toast', 'useMe']],
  ['inside other functions', 'var i=n(2394);function f(){return()=>i.useNow()}', ['useNow']],
  ['by a name in brackets', 'var i=n(2394);i["useNow"]()', ['useNow']],
])('names the exports of the facade that it uses: %s', async (_how, body, facade) => {
  expect((await usesOf(body)).facade).toEqual(facade);
});

it.each([
  ['of a parameter with the same name', 'var i=n(2394);[].map(i=>i.title)'],
  ['of what a parameter takes apart', 'var i=n(2394);[].map(({i})=>i.title)'],
  ['of a variable of a block', 'var i=n(2394);{let i=g();i.title}'],
  ['of a caught error', 'var i=n(2394);try{g()}catch(i){i.message}'],
  ['of a loop', 'var i=n(2394);for(let i of [])i.title'],
  ['of another shared module', 'var i=n(7742);i.useState;n(2394)'],
  ['of another function', 'function f(){var i=n(2394)}function g(i){return i.title}'],
])('names no property %s', async (_whose, body) => {
  expect((await usesOf(body)).facade).toEqual([]);
});

it('names the slots that it shows and those that it fills', async () => {
  const body =
    'var s=n(2394),j=n(1);j.jsx(s.Slot,{name:"ratings",params:{}});j.jsx(s.Slot,{name:k});j.jsx(o.Slot,{name:"other"});j.jsx(s.Link,{name:"top-events"})';
  const { shownSlots, filledSlots } = await usesOf(body, { slots: ['top-events', 'header-bell'] });
  expect(shownSlots).toEqual(['ratings']);
  expect(filledSlots).toEqual(['header-bell', 'top-events']);
});

it('does not know the facade of a release whose bundler says it otherwise', async () => {
  const uses = await usesOf('let r={name:"getEvent",method:"GET",path:"/events/{id}"}', { entry: 'loadShare()' });
  expect(uses).toMatchObject({ calls: ['getEvent'], facade: null });
});

it('fails without its files, instead of naming nothing', async () => {
  await writeFile(join(folder, 'keep'), '');
  const none = { routes: [], slots: [], files: {}, preloads: { pages: {}, slots: {} } };
  const manifest = { container: 'mf_events', entry: 'entry.js', ...none };
  await expect(usesOfRelease({ folder, manifest })).rejects.toThrow('ENOENT');
});
