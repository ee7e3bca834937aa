import { invalid } from '../http/stripe-error';
import { type Kind, KINDS_OF_FIELDS, PREFIXES } from './kinds';
import type { Work } from './work';

type Plain = Record<string, unknown>;

/** Fields that are present only when expanded, and how they are loaded. */
export type Includable = { readonly [kind: string]: { readonly [field: string]: Include } };
type Include = (work: Work, object: Plain) => Promise<unknown>;

const MAX_LEVELS = 4;

/** Returns an object as visible to callers, without internal fields. */
export function visible(object: object): Plain {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !name.startsWith('_')));
}

/**
 * Returns a response with the requested fields expanded: `latest_charge.balance_transaction`, `data.customer` in lists.
 * Throws an invalid request error for a field that is not a reference.
 */
export async function expanded(
  work: Work,
  answer: object,
  paths: readonly string[],
  includable: Includable,
): Promise<Plain> {
  const result = structuredClone(visible(answer));
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > MAX_LEVELS + 1)
      throw invalid(`You cannot expand more than ${MAX_LEVELS} levels of a property.`, undefined, 'expand');
    await expand({ work, includable, path }, result, parts);
  }
  return result;
}

interface Expanding {
  readonly work: Work;
  readonly includable: Includable;
  readonly path: string;
}

async function expand(expanding: Expanding, at: Plain, [part, ...rest]: string[]): Promise<void> {
  if (part === undefined) return;
  if (at[part] === undefined) {
    await include(expanding, at, part);
    if (rest.length === 0) return;
  }
  const value = at[part];
  if (value === null) return;
  if (Array.isArray(value)) {
    for (const [place, each] of value.entries()) value[place] = await resolve(expanding, part, each, rest);
    return;
  }
  at[part] = await resolve(expanding, part, value, rest);
}

async function resolve(expanding: Expanding, part: string, value: unknown, rest: string[]): Promise<unknown> {
  const refusal = () =>
    invalid(
      `This property cannot be expanded (${part}). You may want to try expanding it on an object that has it.`,
      undefined,
      'expand',
    );
  if (typeof value === 'string') {
    const found = await byId(expanding.work, part, value);
    if (!found) throw refusal();
    const object = structuredClone(visible(found));
    await expand(expanding, object, rest);
    return object;
  }
  if (typeof value !== 'object' || value === null) throw refusal();
  if (rest.length === 0 && !('object' in value)) throw refusal();
  await expand(expanding, value as Plain, rest);
  return value;
}

async function include({ work, includable, path }: Expanding, at: Plain, part: string): Promise<void> {
  const read = includable[String(at.object)]?.[part];
  if (!read) throw invalid(`This property cannot be expanded (${path}).`, undefined, 'expand');
  at[part] = await read(work, at);
}

async function byId(work: Work, field: string, id: string) {
  const kind: Kind | undefined =
    KINDS_OF_FIELDS[field as keyof typeof KINDS_OF_FIELDS] ?? PREFIXES[id.split('_')[0] as keyof typeof PREFIXES];
  if (!kind) return undefined;
  // A payment in a connected account refers to a transfer, which is stored in the platform account.
  return (await work.find(kind, id)) ?? work.in('').find(kind, id);
}
