import { walkBrowserGate } from '../../tooling/release-kit/release/browser-gate.mjs';
import { deployCalls } from '../fixtures/releases/release';
import { buildRemote } from '../fixtures/releases/small-remote';
import { sharedProduct } from '../fixtures/running-product';
import { expect, test } from '../fixtures/test';

// What only a browser finds: each page of one remote has its own defect, and the gate opens all of them in one go.

interface BadPage {
  /** The module of the page; `Page` is its component. */
  source: string;
  /** The refusal that the gate must give for its route; null accepts it. */
  sentence: string | RegExp | null;
  /** A query on which a first call depends. */
  query?: Record<string, string>;
}

const page = (body: string, before = '') => `
  import { useEffect } from 'react';
  import { useLocation } from '@manabiba/shared/platform';
  ${before}
  export function Page() {
    const { search } = useLocation();
    ${body}
    return <h1>ページ{search}</h1>;
  }`;
/** A page that asks the api. */
const withCategories = (body: string) =>
  page(
    `const { data, error } = useEndpoint(listCategories, {});
    ${body}
    if (data) return <h1>分野</h1>;`,
    `import { callEndpoint, useEndpoint } from '@manabiba/shared/platform';
    import { listCategories } from '@manabiba/shared/data/endpoints';`,
  );
const onceMounted = (script: string) => page(`useEffect(() => { ${script} }, []);`);

/** The gate finds the harm, or that the shell has undone it and taken the page down meanwhile. */
const takenDown = (deed: string, harm: string) => new RegExp(`${harm}|: Error: mf-bad has ${deed} of the shell`);

const badPages: Record<string, BadPage> = {
  plain: { source: page(''), sentence: null },
  'large-text': {
    source: page('return <h1 className={styles.board}>掲示板</h1>;', "import styles from './board.module.css';"),
    sentence: ' with text of 200 % is wider than the screen: 1440 px of 1280.',
  },
  offline: {
    source: onceMounted('addEventListener("offline", () => { throw new Error("no line"); });'),
    sentence: ' when the connection is lost and comes back throws an uncaught error: Error: no line',
  },
  'back-online': {
    source: page(
      `const [isBack, setIsBack] = useState(false);
      useEffect(() => addEventListener('online', () => setIsBack(true)), []);
      if (isBack) return null;`,
      "import { useState } from 'react';",
    ),
    sentence: ' when the connection is lost and comes back shows nothing.',
  },
  click: {
    source: page(
      `const send = async () => { await Promise.resolve(); throw new Error('not ready'); };
      return <><h1>操作</h1><button>見る</button><button onClick={send}>送る</button></>;`,
    ),
    sentence: ' when "送る" is clicked throws an uncaught error: Error: not ready',
  },
  'click-break': {
    source: page(
      `const [votes, setVotes] = useState(0);
      if (votes > 0) throw new Error('no votes');
      return <><h1>投票</h1><button onClick={() => setVotes(1)}>数える</button></>;`,
      "import { useState } from 'react';",
    ),
    sentence: ' when "数える" is clicked breaks down in pages/click-break: Error: no votes',
  },
  // Whoever leaves its form is asked whether the input may go.
  form: {
    source: page(
      `useEffect(() => addEventListener('beforeunload', (event) => event.preventDefault()), []);
      return (
        <>
          <h1>応募</h1>
          <label><input type="checkbox" />同意する</label>
          <button onClick={() => location.assign('/terms_of_use')}>規約を読む</button>
          <form method="post" action="/v1/me"><button>応募する</button></form>
        </>
      );`,
    ),
    sentence: null,
  },
  'api-503': {
    source: withCategories('if (error?.status === 503) throw new Error("no categories");'),
    sentence: ' while the api answers 503 breaks down in pages/api-503: Error: no categories',
  },
  'api-401': {
    source: withCategories('if (error?.status === 401) return null;'),
    sentence: ' while the api answers 401 shows nothing.',
  },
  'api-uncaught': {
    source: withCategories('useEffect(() => void callEndpoint(listCategories, {}).then(() => undefined), []);'),
    sentence: / while the api answers 503 throws an uncaught error: ApiError: /,
  },
  global: {
    source: onceMounted('window.pollState = {};'),
    sentence: ' changes window.pollState, which everything on the page shares.',
  },
  'named-global': { source: onceMounted('window.PollWidget = {};'), sentence: null },
  prototype: {
    // The server renders with a frozen language, and its gate refuses this before any browser opens.
    source: page(
      '',
      'if (typeof window !== "undefined") Array.prototype.last = function () { return this[this.length - 1]; };',
    ),
    sentence: ' changes Array.prototype.last, which everything on the page shares.',
  },
  'built-in': {
    source: onceMounted('const real = window.fetch; window.fetch = (...given) => real(...given);'),
    sentence: ' changes window.fetch, which everything on the page shares.',
  },
  history: {
    source: onceMounted(
      'const real = history.pushState; history.pushState = (...given) => real.apply(history, given);',
    ),
    sentence: ' changes history.pushState, which everything on the page shares.',
  },
  'late-loop': { source: onceMounted('setTimeout(() => { for (;;); }, 4000);'), sentence: ' stopped responding.' },
  'late-error': {
    source: onceMounted('setTimeout(() => { throw new Error("too late"); }, 4000);'),
    sentence: ' logs an error to the console: Error: too late',
  },
  console: {
    source: onceMounted('console.error("out of order");'),
    sentence: ' logs an error to the console: out of order',
  },
  policy: {
    source: onceMounted(
      'document.head.append(Object.assign(document.createElement("style"), { textContent: "a{}" }));',
    ),
    sentence: ' breaks the content policy: ',
  },
  inaccessible: {
    source: onceMounted(
      'document.querySelector("h1")?.append(Object.assign(new Image(), { src: "/media/icon.svg" }));',
    ),
    sentence: ' is not accessible: image-alt',
  },
  narrow: {
    source: page('if (typeof window !== "undefined" && innerWidth < 400) throw new Error("too narrow");'),
    sentence: / at 360 px in the dark did not mount: .*too narrow/,
  },
  wide: {
    source: page('return <h1 className={styles.wide}>広い</h1>;', "import styles from './wide.module.css';"),
    sentence: / at 360 px in the dark is wider than the screen: \d+ px of 360\.$/,
  },
  'no-header': {
    source: onceMounted('document.querySelector("header").remove();'),
    sentence: takenDown('removed the header', ' removes the shell’s header.'),
  },
  'hidden-footer': {
    source: onceMounted('document.querySelector("footer").hidden = true;'),
    sentence: takenDown('hidden the footer', ' hides the shell’s footer.'),
  },
  cover: {
    source: page(
      'return <><h1>上</h1><p className={styles.cover}>広告</p></>;',
      "import styles from './cover.module.css';",
    ),
    sentence: / covers \d+ control\(s\) of the shell’s footer\.$/,
  },
  'no-clicks': {
    source: onceMounted('window.addEventListener("click", (event) => event.stopImmediatePropagation(), true);'),
    sentence: ' keeps clicks from the shell’s header.',
  },
  alert: {
    source: onceMounted('setTimeout(() => alert("お得です"), 2000);'),
    sentence: ' opens the browser’s dialog "alert" that the user did not ask for.',
  },
  away: {
    source: onceMounted('setTimeout(() => history.pushState(null, "", "/archives"), 6000);'),
    sentence: ' leads away to /archives without being asked.',
  },
  download: {
    source: onceMounted(
      'setTimeout(() => Object.assign(document.createElement("a"), { href: "/media/icon.svg", download: "a" }).click(), 2000);',
    ),
    sentence: ' starts a download that the user did not ask for.',
  },
  focus: {
    source: page(
      'useEffect(() => { document.querySelector("main input").focus(); }, []); return <><h1>焦点</h1><label>名前<input /></label></>;',
    ),
    sentence: ' takes the focus to a input without being asked.',
  },
  modal: {
    source: page(
      'useEffect(() => { document.querySelector("main dialog").showModal(); }, []); return <><h1>窓</h1><dialog aria-label="窓">窓</dialog></>;',
    ),
    sentence: ' opens a modal dialog that the user did not ask for.',
  },
  requests: {
    source: onceMounted('setInterval(() => fetch("/media/icon.svg"), 100);'),
    sentence: / sends \d+ requests in ten seconds\.$/,
  },
  busy: {
    source: onceMounted(
      'setInterval(() => { const end = performance.now() + 700; while (performance.now() < end); }, 900);',
    ),
    sentence: / keeps the browser busy for \d+\.\d of ten seconds\.$/,
  },
  leak: {
    source: onceMounted('const kept = []; setInterval(() => kept.push(new Array(250_000).fill(Math.random())), 250);'),
    sentence: / takes \d+ MB more memory within ten seconds\.$/,
  },
  jumps: {
    source: page(
      `const [isTall, setIsTall] = useState(false);
      useEffect(() => void setInterval(() => setIsTall((was) => !was), 700), []);
      return <><h1>広告</h1>{isTall && <p className={styles.tall}>広告</p>}<p>記事</p></>;`,
      "import { useState } from 'react'; import styles from './tall.module.css';",
    ),
    sentence: / moves its content by \d+\.\d\d after it has rendered\.$/,
  },
  query: {
    source: page('if (search === "?tab=past") throw new Error("no past");'),
    query: { tab: 'past' },
    sentence: / with \?tab=past did not mount: .*no past/,
  },
  // The last, because pages of one browser share what these leave.
  cookie: { source: onceMounted('document.cookie = "seen=1; path=/";'), sentence: ' leaves the cookie seen: ' },
  storage: {
    source: onceMounted('localStorage.setItem("poll-seen", "1");'),
    sentence: ' leaves localStorage.poll-seen: ',
  },
};
const names = Object.keys(badPages);
const folder = (name: string) => `src/${name}.tsx`;

const sources = {
  'remote.json': JSON.stringify({
    routes: names.map((name) => ({ path: `/bad/${name}`, page: name, title: 'ページ', access: 'anyone' })),
    slots: [],
    globals: ['PollWidget'],
    firstCalls: {
      pages: Object.fromEntries(
        names.map((name) => [name, [{ call: 'listCategories', when: badPages[name]?.query ?? {} }]]),
      ),
      slots: {},
    },
  }),
  'src/remote.tsx': `
    export const pages = {
      ${names.map((name) => `'${name}': () => import(/* webpackChunkName: "page-${name}" */ './${name}').then((module) => module.Page),`).join('\n')}
    };
    export const slots = {};`,
  'src/cover.module.css': '@layer app { .cover { position: fixed; inset: 0; z-index: 999; } }',
  'src/board.module.css': '@layer app { @media (width >= 1000px) { .board { width: 45rem; } } }',
  'src/tall.module.css': '@layer app { .tall { block-size: 300px; } }',
  'src/wide.module.css': '@layer app { .wide { width: 500px; } }',
  ...Object.fromEntries(names.map((name) => [folder(name), badPages[name]?.source ?? ''])),
};

test('the gate reports every page that harms others, in the words of its defect', { tag: '@full' }, async () => {
  test.setTimeout(480_000);
  const build = await buildRemote('mf-bad', sources);
  const calls = await deployCalls(sharedProduct);
  const { override } = await calls.handIn(build);
  const { refusals, opened } = await walkBrowserGate({
    isThorough: true,
    to: sharedProduct.url,
    manifest: build.manifest,
    override,
    slotHosts: {},
    people: { person: null, staff: null },
    neighbours: ['mf-account', 'mf-classrooms', 'mf-events', 'mf-notifications'],
  });
  await build.remove();
  expect(opened).toEqual(names.map((name) => `route /bad/${name}`));
  for (const [name, { sentence }] of Object.entries(badPages)) {
    const found = refusals.filter((refusal) => refusal.startsWith(`The route /bad/${name} `));
    if (sentence === null) expect.soft(found).toEqual([]);
    else expect.soft(found).toContainEqual(expect.stringMatching(sentence));
  }
});
