import { Linter } from 'eslint';

import { drawnTwiceRules } from './drawn-twice-rules.mjs';

/** Returns how often a rule reports the text. */
function countOf(rule, text) {
  const messages = new Linter().verify(text, {
    plugins: { house: { rules: drawnTwiceRules } },
    rules: { [`house/${rule}`]: 'error' },
    languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
  });
  expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
  return messages.length;
}

describe('same-on-both-sides', () => {
  it.each([
    ['the time in a component', 'function Card() { return <time>{String(new Date())}</time>; }'],
    ['the time in a hook', 'const useAge = (from) => Date.now() - from;'],
    ['the time in an initial state', 'export function Card() { const [at] = useState(() => new Date()); return at; }'],
    ['the time of each row', 'function List({ rows }) { return rows.map((row) => row.at < Date.now()); }'],
    ['a random value', 'const Card = () => <p>{Math.random()}</p>;'],
    ['a random identifier', 'function Card() { const id = useMemo(() => crypto.randomUUID(), []); return id; }'],
    ['storage', "function Card() { return sessionStorage.getItem('room'); }"],
    ['storage of the window', 'function Card() { return window.localStorage.length; }'],
    ['the width of the window', 'function Card() { return window.innerWidth < 600 ? null : <p />; }'],
  ])('rejects %s while drawing', (_what, text) => expect(countOf('same-on-both-sides', text)).toBe(1));

  it.each([
    ['a given time', 'function Card({ at }) { return String(new Date(at)); }'],
    ['the time in an event', 'function Card() { const handlePress = () => save(new Date()); return handlePress; }'],
    ['storage in an effect', 'function Card() { useEffect(() => void localStorage.length, []); return null; }'],
    ['the time in a function', 'function isFresh(at) { return Date.now() - at < 1000; }'],
    ['whether there is a window', "const Card = () => (typeof window === 'undefined' ? null : <p />);"],
  ])('accepts %s', (_what, text) => expect(countOf('same-on-both-sides', text)).toBe(0));
});

describe('no-module-state', () => {
  it.each([
    ['a variable', 'let serial = 0;'],
    ['an exported variable', 'export let serial = 0;'],
    ['a map that is filled', 'const known = new Map(); export const keep = (id) => known.set(id, 1);'],
    ['a list that grows', 'const seen = []; export const see = (id) => seen.push(id);'],
    ['an object that changes', 'export const clock = { ahead: 0 }; export const hear = (ms) => { clock.ahead = ms; };'],
  ])('rejects %s', (_what, text) => expect(countOf('no-module-state', text)).toBe(1));

  it.each([
    ['a constant', 'const MOST = 3;'],
    ['a set that is only read', "const kinds = new Set(['a']); export const isKnown = (kind) => kinds.has(kind);"],
    ['an empty list that is only read', 'const NONE = []; export const first = () => NONE.at(0);'],
    ['a map of a function', 'export function count() { const known = new Map(); known.set(1, 1); return known; }'],
  ])('accepts %s', (_what, text) => expect(countOf('no-module-state', text)).toBe(0));
});
