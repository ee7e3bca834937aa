import * as z from 'zod/mini';

import { slowPlaces, slowTexts, stringPlaces } from '../testing/hostile-strings';
import { contract } from './contract';
import { canonicalEmail, mailboxOf } from './email-address';
import type { EndpointDefinition } from './endpoint';

const endpoints: EndpointDefinition[] = Object.values(contract);
const parts = endpoints.flatMap(({ name, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [[`${name} ${part}`, schema] as const] : [],
  ),
);

it.each(parts)('%s is checked in linear time for any long input', (path, schema) => {
  expect(slowPlaces(schema, path)).toEqual([]);
});

it('finds every string in a schema: fields, nested ones, items and alternatives', () => {
  const schema = z.object({
    plain: z.string(),
    maybe: z.optional(z.string()),
    none: z.nullable(z.string()),
    list: z.array(z.object({ name: z.string() })),
    either: z.union([z.object({ a: z.string() }), z.string()]),
    map: z.record(z.string(), z.string()),
    date: z.iso.datetime(),
  });
  expect(stringPlaces(schema, 'body').map(({ path }) => path)).toEqual([
    'body.plain',
    'body.maybe',
    'body.none',
    'body.list[].name',
    'body.either|0.a',
    'body.either|1',
    'body.map{key}',
    'body.map{}',
    'body.date',
  ]);
});

it('detects a quadratic pattern', () => {
  const careless = z.object({ email: z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)) });
  expect(slowPlaces(careless, 'body')).not.toEqual([]);
});

it.each([
  ['canonicalEmail', canonicalEmail],
  ['mailboxOf', mailboxOf],
])('%s runs in linear time', (_name, check) => {
  expect(slowTexts(check)).toEqual([]);
});
