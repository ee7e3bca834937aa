import { invalid } from './stripe-error';

/** A decoded form: strings and nested forms. A Map, since clients choose the names. */
export type Form = Map<string, FormValue>;
export type FormValue = string | Form;

/** More than any call of Stripe needs. */
const MAX_PAIRS = 2000;
const MAX_DEPTH = 8;
const MAX_NAME_CHARACTERS = 500;

/**
 * Decodes `a[b][0]=c&d=e`, as Stripe's SDKs encode parameters. Throws an invalid request error for malformed, too deep
 * or too large input, in time linear to its length.
 */
export function decodeForm(text: string): Form {
  const form: Form = new Map();
  if (text === '') return form;
  const pairs = text.split('&');
  if (pairs.length > MAX_PAIRS) throw invalid(`Too many parameters: at most ${MAX_PAIRS} are read.`);
  for (const pair of pairs) {
    if (pair === '') continue;
    const sign = pair.indexOf('=');
    const name = decode(sign < 0 ? pair : pair.slice(0, sign));
    const value = sign < 0 ? '' : decode(pair.slice(sign + 1));
    if (value.includes('\u0000')) throw invalid('Invalid string: it contains a null byte.', undefined, name);
    set(form, pathOf(name), value);
  }
  return form;
}

/** Formats a name as Stripe does in `param`: a[b][0]. */
export const nested = (path: string, name: string) => (path === '' ? name : `${path}[${name}]`);

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid('Invalid request: the parameters are not encoded in UTF-8.');
  }
}

function pathOf(name: string): string[] {
  if (name.length > MAX_NAME_CHARACTERS || name.includes('\u0000')) throw invalid('Invalid parameter name.');
  const open = name.indexOf('[');
  if (open < 0) return [name];
  if (open === 0 || !name.endsWith(']')) throw invalid(`Invalid parameter name: ${name}`);
  const path = [name.slice(0, open), ...name.slice(open + 1, -1).split('][')];
  if (path.length > MAX_DEPTH) throw invalid('Parameters are nested too deep.');
  if (path.slice(1).some((part) => part.includes('[') || part.includes(']')))
    throw invalid(`Invalid parameter name: ${name}`);
  return path;
}

function set(form: Form, path: string[], value: string): void {
  let at = form;
  const clash = () => invalid(`Invalid parameters: ${path[0]} is given in two shapes.`, undefined, path[0]);
  for (const part of path.slice(0, -1)) {
    const inner = at.get(part) ?? new Map<string, FormValue>();
    if (typeof inner === 'string') throw clash();
    at.set(part, inner);
    at = inner;
  }
  const last = path.at(-1) as string;
  // `a[]=x&a[]=y` are list entries in order.
  const name = last === '' && path.length > 1 ? String(at.size) : last;
  if (at.has(name)) throw clash();
  at.set(name, value);
}
