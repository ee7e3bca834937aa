import { type ChildNode, type CssSyntaxError, parse } from 'postcss';
import selectorParser, { type Node, type Pseudo, type Selector } from 'postcss-selector-parser';

import { foreignHosts } from './foreign-hosts';

/** At-rules that contain other rules. */
const GROUPS = new Set(['media', 'supports', 'container', 'starting-style', 'layer']);
/** Layers of a remote's own styles and of the components that it bundles. */
const LAYERS = new Set(['app', 'ui']);
/** The order of the layers, which every stylesheet may state. */
const ORDERED_LAYERS = new Set([...LAYERS, 'base']);
/** A CSS module class as named by the bundler: file, name, digest. */
const OWN_CLASS = /^[\w-]+__[\w-]+--[\w-]{5}$/;
/** Classes of Excalidraw, which no other element of the page has. */
const WIDGET_CLASS = /^excalidraw/;
const ROOTS = new Set(['html', 'body', ':root']);

/** Maximum number of reported rules, in case of a whole foreign stylesheet. */
const MOST_TOLD = 10;

/** The context of a rule. */
interface Place {
  isLayered: boolean;
  /** Inside a rule whose selectors match only the remote's elements. */
  isInOwnRule: boolean;
}

/** Returns how a stylesheet reaches beyond the elements of its remote, as sentences. */
export function forbiddenStyle(path: string, text: string): string[] {
  const loose = looseRulesOf(text).map((what) => `${path} ${what}`);
  return [
    ...loose.slice(0, MOST_TOLD),
    ...(loose.length > MOST_TOLD ? [`${path} has ${loose.length - MOST_TOLD} more rules like these.`] : []),
    ...foreignHosts([text.replace(/\/\*[\s\S]*?\*\//g, '')]).map((host) => `${path} names the foreign host ${host}.`),
  ];
}

function looseRulesOf(text: string): string[] {
  try {
    return [...new Set(looseRules(parse(text).nodes, { isLayered: false, isInOwnRule: false }))];
  } catch (error) {
    const { reason, line, column } = error as CssSyntaxError;
    return [`cannot be parsed as a stylesheet: ${reason} (${line}:${column}).`];
  }
}

function looseRules(nodes: readonly ChildNode[], place: Place): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'rule') {
      if (!place.isLayered)
        return [`has the rule "${node.selector}" outside @layer app: it would win over everything.`];
      return [
        ...looseSelectors(node.selector, place),
        ...looseRules(node.nodes, { isLayered: true, isInOwnRule: true }),
      ];
    }
    if (node.type !== 'atrule') return [];
    const { name, params, nodes: inner } = node;
    if (name === 'import')
      return ['brings in another stylesheet by @import: only files of the release itself are vouched for.'];
    if (name === 'charset' || name.endsWith('keyframes')) return [];
    if (!GROUPS.has(name)) return [`has a rule @${name}, which applies to the whole page.`];
    if (name !== 'layer') return looseRules(inner ?? [], place);
    const allowed = inner ? LAYERS : ORDERED_LAYERS;
    const strange = params
      .split(',')
      .map((layer) => layer.trim())
      .find((layer) => !allowed.has(layer));
    return strange === undefined
      ? looseRules(inner ?? [], { ...place, isLayered: true })
      : [`uses the layer "${strange}": a remote has @layer app, its components @layer ui.`];
  });
}

function looseSelectors(text: string, { isInOwnRule }: Place): string[] {
  return selectorParser()
    .astSync(text)
    .nodes.filter((selector) => reachesBeyond(selector, isInOwnRule))
    .map(
      (selector) =>
        `styles "${String(selector).trim()}": a selector must begin at a class of the remote's own CSS modules.`,
    );
}

/** Returns whether a selector can match elements outside the remote, or the page's root. */
function reachesBeyond(selector: Selector, isInOwnRule: boolean): boolean {
  const subject = selector.nodes.slice(selector.nodes.findLastIndex(({ type }) => type === 'combinator') + 1);
  if (subject.some((node) => ROOTS.has(String(node).trim().toLowerCase()))) return true;
  return !(isBound(selector) || (isInOwnRule && !namesParent(selector)));
}

/** Whether a selector requires an element of the remote: by a class of it or of its widget, or by the enclosing rule. */
const isBound = (selector: Selector): boolean =>
  selector.nodes.some(
    (node) =>
      (node.type === 'class' && (OWN_CLASS.test(node.value) || WIDGET_CLASS.test(node.value))) ||
      node.type === 'nesting' ||
      // `:has()` and `:not()` do not bind a selector to the remote's elements.
      (isChoice(node) && node.nodes.every(isBound)),
  );

const isChoice = (node: Node): node is Pseudo => node.type === 'pseudo' && /^:(?:is|where)$/i.test(node.value);

/** Whether it contains `&`: without one, a nested selector starts at the element of the enclosing rule. */
function namesParent(selector: Selector): boolean {
  let isThere = false;
  selector.walkNesting(() => {
    isThere = true;
    return false;
  });
  return isThere;
}
