import { foreignHosts } from './foreign-hosts';

/** At-rules that contain other rules. */
const GROUPS = new Set(['media', 'supports', 'container', 'starting-style', 'layer']);
/** Layers of a remote's own styles and of the components that it bundles. */
const LAYERS = new Set(['app', 'ui']);
/** A CSS module class as named by the bundler: file, name, digest. */
const OWN_CLASS = /\.[\w-]+__[\w-]+--[\w-]{5}(?![\w-])/;

/** Maximum number of reported rules, in case of a whole foreign stylesheet. */
const MOST_TOLD = 10;

interface Rule {
  /** The text before the braces, or the whole statement. */
  head: string;
  /** Undefined for a statement without a block. */
  body?: string;
}

/** Returns how a stylesheet reaches beyond the elements of its remote, as sentences. */
export function forbiddenStyle(path: string, text: string): string[] {
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '');
  const loose = [...new Set(looseRules(plain, false))].map((what) => `${path} ${what}`);
  return [
    ...loose.slice(0, MOST_TOLD),
    ...(loose.length > MOST_TOLD ? [`${path} has ${loose.length - MOST_TOLD} more rules like these.`] : []),
    ...foreignHosts([plain]).map((host) => `${path} names the foreign host ${host}.`),
  ];
}

function looseRules(text: string, isLayered: boolean): string[] {
  return rulesOf(text).flatMap(({ head, body }) => {
    const [, at, rest = ''] = /^@([\w-]+)\s*(.*)$/s.exec(head) ?? [];
    if (at === undefined) return body === undefined ? [] : looseSelectors(head, isLayered);
    if (at === 'import')
      return ['brings in another stylesheet by @import: only files of the release itself are vouched for.'];
    if (at === 'charset' || at.endsWith('keyframes')) return [];
    if (!GROUPS.has(at)) return [`has a rule @${at}, which applies to the whole page.`];
    if (at !== 'layer') return looseRules(body ?? '', isLayered);
    const strange = rest
      .split(',')
      .map((name) => name.trim())
      .find((name) => !(body === undefined ? /^(base|ui|app)$/.test(name) : LAYERS.has(name)));
    return strange === undefined
      ? looseRules(body ?? '', true)
      : [`uses the layer "${strange}": a remote has @layer app, its components @layer ui.`];
  });
}

function looseSelectors(head: string, isLayered: boolean): string[] {
  if (!isLayered) return [`has the rule "${head}" outside @layer app: it would win over everything.`];
  return splitOutside(head, ',')
    .map((selector) => selector.trim())
    .filter(reachesBeyond)
    .map((selector) => `styles "${selector}": a selector must begin at a class of the remote's own CSS modules.`);
}

/** Returns whether a selector can match elements outside the remote, or the page's root. */
function reachesBeyond(selector: string): boolean {
  // `:has()` and `:not()` do not bind a selector to the remote's elements.
  const binding = selector.replace(/:(?:has|not)\((?:[^()]|\([^()]*\))*\)/g, '');
  const subject = binding.split(/[\s>+~]+/).at(-1) ?? '';
  return !OWN_CLASS.test(binding) || /^(?:html|body|:root)(?![\w-])/i.test(subject);
}

/** Returns the top-level rules of a stylesheet in order, with their nested content. */
function rulesOf(text: string): Rule[] {
  const rules: Rule[] = [];
  let rest = text;
  while (rest.trim() !== '') {
    const end = findOutside(rest, /[;{]/);
    if (end === -1) return [...rules, { head: rest.trim() }];
    if (rest[end] === ';') {
      rules.push({ head: rest.slice(0, end).trim() });
      rest = rest.slice(end + 1);
      continue;
    }
    const close = closingOf(rest, end);
    rules.push({ head: rest.slice(0, end).trim(), body: rest.slice(end + 1, close) });
    rest = rest.slice(close + 1);
  }
  return rules;
}

function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at = next(text, at)) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}' && --depth === 0) return at;
  }
  return text.length;
}

/** Returns the first index of a character outside of strings and parentheses; -1 if there is none. */
function findOutside(text: string, wanted: RegExp): number {
  let depth = 0;
  for (let at = 0; at < text.length; at = next(text, at)) {
    const character = text[at] ?? '';
    if (depth === 0 && wanted.test(character)) return at;
    if (character === '(' || character === '[') depth += 1;
    if (character === ')' || character === ']') depth -= 1;
  }
  return -1;
}

function splitOutside(text: string, separator: string): string[] {
  const at = findOutside(text, new RegExp(separator));
  return at === -1 ? [text] : [text.slice(0, at), ...splitOutside(text.slice(at + 1), separator)];
}

/** Returns the index of the next character that is neither quoted nor escaped. */
function next(text: string, at: number): number {
  const character = text[at];
  if (character === '\\') return at + 2;
  if (character !== '"' && character !== "'") return at + 1;
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text[end] === character) return end + 1;
  }
  return text.length;
}
