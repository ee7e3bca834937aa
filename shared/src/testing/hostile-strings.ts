import * as z from 'zod/mini';

import { isFullRun } from './test-level';

type Schema = z.core.$ZodType;

/** One place in a schema, as named in a test. */
export interface StringPlace {
  /** Its path, such as `body.guardianEmail` or `body.events[].name`. */
  path: string;
  schema: Schema;
}

/** The zod definitions with nested schemas, as far as the contract uses them. */
interface Inner {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  options?: Schema[];
  innerType?: Schema;
  keyType?: Schema;
  valueType?: Schema;
  in?: Schema;
  out?: Schema;
  items?: Schema[];
}

function childrenOf(schema: Schema, path: string): StringPlace[] {
  const {
    shape = {},
    element,
    options = [],
    innerType,
    keyType,
    valueType,
    in: before,
    out: after,
    items = [],
  } = schema._zod.def as Inner;
  const at = (suffix: string, child: Schema | undefined): StringPlace[] =>
    child ? [{ path: `${path}${suffix}`, schema: child }] : [];
  return [
    ...Object.entries(shape).flatMap(([key, child]) => at(`.${key}`, child)),
    ...at('[]', element),
    ...items.flatMap((item, index) => at(`[${index}]`, item)),
    ...options.flatMap((option, index) => at(`|${index}`, option)),
    ...at('', innerType),
    ...at('{key}', keyType),
    ...at('{}', valueType),
    ...at('', before),
    ...at('', after),
  ];
}

/** Returns every leaf of a schema that can receive a string, including nested ones, items and alternatives. */
export function stringPlaces(schema: Schema, path: string): StringPlace[] {
  const children = childrenOf(schema, path);
  if (children.length === 0) return [{ path, schema }];
  return children.flatMap((child) => stringPlaces(child.schema, child.path));
}

/**
 * Returns a value of the schema's shape with this text in every place, so that rules about a whole object see it too.
 */
export function filledWith(schema: Schema, text: string): unknown {
  const { type, shape = {}, element, options = [], innerType, in: before } = schema._zod.def as Inner;
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(shape).map(([key, child]) => [key, filledWith(child, text)]));
    case 'array':
      return element ? [filledWith(element, text), filledWith(element, text)] : [];
    case 'union':
      return options[0] ? filledWith(options[0], text) : text;
    default: {
      const inner = innerType ?? before;
      return inner ? filledWith(inner, text) : text;
    }
  }
}

const repeat = (part: string, length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** Returns inputs of this length that make careless patterns slow. */
export function hostileTexts(length: number): Record<string, string> {
  const parts = {
    'at signs': '@',
    dots: '.',
    'a@': 'a@',
    '@a.': '@a.',
    '.@': '.@',
    letters: 'a',
    spaces: ' ',
    newlines: '\n',
    tabs: '\t ',
    'wide spaces': '\u3000',
    digits: '1',
    'percent signs': '%',
    'percent codes': '%00',
    'lone surrogates': '\ud800',
    emoji: '😀',
    kana: 'あ',
    'combining marks': '\u0301',
    ligatures: '\ufdfa',
    dashes: '-',
    underscores: '_',
    slashes: '/',
    colons: ':',
    commas: ',',
    angles: '<',
    quotes: '"',
    zeros: '0',
    dates: '2026-01-01T',
    equals: '=',
    plus: '+',
    'a.': 'a.',
    'xn--': 'xn--',
    '1.': '1.',
    'null characters': '\u0000',
    backslashes: '\\',
    tildes: '~',
  };
  const whole = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, repeat(part, length)]));
  return {
    ...whole,
    'an address with a long name': `${repeat('a', length)}@example.jp`,
    'an address with a long domain': `a@${repeat('a.', length)}`,
    'an address without an end': `a@a${repeat('.a', length)}@`,
    'an address behind spaces': `${repeat(' ', length)}a@example.jp`,
    'an address before newlines': `a@example.jp${repeat('\n', length)}`,
    'a long web address': `https://${repeat('a@', length)}`,
    'a time with endless digits': `2026-01-01T00:00:00.${repeat('0', length)}`,
    'an endless number': `T${repeat('9', length)}`,
  };
}

/** Quadratic time quadruples when the length doubles: the long texts are only tried when this length was fast. */
const SHORT = 16_384;
const LONG = isFullRun ? 102_400 : 40_960;
/** Linear work on 100 kB takes less than 5 ms; a quadratic pattern takes 60 to 200 ms on 16 kB, and six times that on 40 kB. */
const MAX_MS = 100;
/** A busy machine may delay one run, but not all of these. */
const RUNS = 4;

function fastest(check: () => void): number {
  let best = Infinity;
  for (let run = 0; run < RUNS && best > MAX_MS; run += 1) {
    const start = performance.now();
    check();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/**
 * Returns the hostile inputs that this check does not handle in linear time, with the duration. Empty means success.
 */
export function slowTexts(check: (text: string) => unknown): string[] {
  const long = hostileTexts(LONG);
  return Object.entries(hostileTexts(SHORT)).flatMap(([name, short]) => {
    const atShort = fastest(() => check(short));
    const ms = atShort > MAX_MS ? atShort : fastest(() => check(long[name] ?? ''));
    return ms > MAX_MS ? [`${name}: ${Math.round(ms)} ms`] : [];
  });
}

/**
 * Returns the places of a schema, and the schema as a whole, that are not checked in linear time. Empty means success.
 */
export function slowPlaces(schema: Schema, path: string): string[] {
  const whole = { path: `${path} as a whole`, schema };
  const checks = stringPlaces(schema, path).map((place) => ({
    ...place,
    check: (text: string) => z.safeParse(place.schema, text),
  }));
  return [...checks, { ...whole, check: (text: string) => z.safeParse(schema, filledWith(schema, text)) }].flatMap(
    ({ path: at, check }) => slowTexts(check).map((slow) => `${at}: ${slow}`),
  );
}
