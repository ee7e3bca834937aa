import fc, { type Arbitrary } from 'fast-check';

type Schema = Record<string, unknown>;
/** Values by field name, for what a schema cannot express: existing ids, times in the future. */
export type Seeds = Record<string, Arbitrary<unknown>>;

/** How often a seed is used instead of an arbitrary value that fits the schema. */
const SEED_WEIGHT = 4;
const MAX_TEXT = 80;

/** Generates values that fit a JSON schema. */
export function fromSchema(schema: Schema, seeds: Seeds, name = ''): Arbitrary<unknown> {
  const anything = anyOf(schema, seeds, name);
  const seed = seeds[name];
  return seed ? fc.oneof({ weight: SEED_WEIGHT, arbitrary: seed }, { weight: 1, arbitrary: anything }) : anything;
}

function anyOf(schema: Schema, seeds: Seeds, name: string): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (alternatives) return fc.oneof(...alternatives.map((each) => fromSchema(each, seeds, name)));
  switch (schema['type']) {
    case 'object':
      return anyObject(schema, seeds);
    case 'array':
      if (Array.isArray(schema['prefixItems']))
        return fc.tuple(...(schema['prefixItems'] as Schema[]).map((each) => fromSchema(each, seeds, name)));
      return fc.array(fromSchema((schema['items'] ?? {}) as Schema, seeds, name), {
        maxLength: numberIn(schema, 'maxItems') ?? 4,
      });
    case 'integer':
      return anyInteger(schema);
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return anyText(schema);
    default:
      return fc.jsonValue();
  }
}

function anyObject(schema: Schema, seeds: Seeds): Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const model = Object.fromEntries(properties.map(([key, property]) => [key, fromSchema(property, seeds, key)]));
  const requiredKeys = ((schema['required'] ?? []) as string[]).filter((key) => key in model);
  return fc.record(model, { requiredKeys });
}

function anyInteger(schema: Schema): Arbitrary<unknown> {
  const bound = (name: string, fallback: number) =>
    Math.min(2 ** 31, Math.max(-(2 ** 31), numberIn(schema, name) ?? fallback));
  return fc.integer({ min: bound('minimum', -1000), max: bound('maximum', 1000) });
}

function anyText(schema: Schema): Arbitrary<string> {
  if (schema['format'] === 'date-time') return anyTime();
  const minLength = numberIn(schema, 'minLength') ?? 0;
  const maxLength = Math.max(minLength, Math.min(numberIn(schema, 'maxLength') ?? MAX_TEXT, MAX_TEXT));
  const pattern = schema['pattern'] as string | undefined;
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u')).map((text) => text.slice(0, maxLength));
  return fc.oneof(
    fc.string({ minLength, maxLength }),
    fc.string({ minLength, maxLength, unit: 'grapheme' }),
    fc.constantFrom(...hostileTexts.filter((text) => text.length >= minLength)),
  );
}

const anyTime = () =>
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString());

const numberIn = (schema: Schema, name: string) => schema[name] as number | undefined;

/** Texts known to break programs. */
const hostileTexts = [
  '',
  ' ',
  '　',
  "' or 1=1 --",
  "'); drop table users; --",
  '%00',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '${7*7}',
  '{{7*7}}',
  'null',
  'true',
  '-1',
  '1e309',
  'NaN',
  '__proto__',
  'constructor',
  '👩‍👩‍👧‍👦'.repeat(12),
  '\u202e教室',
  'a\r\nSet-Cookie: x=1',
  '\\',
  '"',
  'ﬀ',
  'İ',
];

/** Returns the value with one defect at a random place. */
export function broken(value: unknown): Arbitrary<unknown> {
  const swaps: Arbitrary<unknown>[] = [fc.constantFrom(...strangers), fc.jsonValue()];
  if (typeof value === 'string')
    swaps.push(
      fc.constantFrom(`${value}\u0000`, `${value}\ud800`, value.repeat(3000).slice(0, 20_000) || 'x'.repeat(20_000), [
        value,
      ]),
    );
  if (Array.isArray(value)) swaps.push(fc.constant(Array.from({ length: 1000 }, () => value[0])));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const record = value as Record<string, unknown>;
    const keys = Object.keys(record);
    swaps.push(
      fc.constantFrom('isAdmin', 'role', 'id', '__proto__', 'hostId').map((key) => ({ ...record, [key]: 'staff' })),
    );
    if (keys.length > 0) {
      swaps.push(
        fc
          .constantFrom(...keys)
          .map((key) => Object.fromEntries(Object.entries(record).filter(([each]) => each !== key))),
      );
      swaps.push(
        fc.constantFrom(...keys).chain((key) => broken(record[key]).map((inner) => ({ ...record, [key]: inner }))),
      );
    }
  }
  return fc.oneof(...swaps);
}

const strangers = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  1e300,
  '',
  'x',
  [],
  {},
  [[]],
  { a: { b: {} } },
  '\u0000',
  '2026-02-30T00:00:00Z',
];
