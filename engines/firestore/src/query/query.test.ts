import { int, openTestStore, ROOT, text } from '../testing/open-store';
import { aggregate, hasAggregatedFields, parseAggregations } from './aggregate';
import { parseQuery } from './parse-query';

type Json = Record<string, unknown>;
const field = (fieldPath: string) => ({ fieldPath });
const where = (fieldPath: string, op: string | number, value: Json) => ({
  fieldFilter: { field: field(fieldPath), op, value },
});
const unary = (fieldPath: string, op: string | number) => ({ unaryFilter: { field: field(fieldPath), op } });
const and = (...filters: Json[]) => ({ compositeFilter: { op: 'AND', filters } });
const or = (...filters: Json[]) => ({ compositeFilter: { op: 2, filters } });
const list = (...values: Json[]) => ({ arrayValue: { values } });
const order = (fieldPath: string, direction: string | number = 1) => ({ field: field(fieldPath), direction });
const name = (path: string) => ({ referenceValue: `${ROOT}/${path}` });
const ints = (from: number, count: number) => Array.from({ length: count }, (_, index) => int(from + index));

async function setUp() {
  const made = await openTestStore();
  const documents: Record<string, Json> = {
    'c/a': { n: int(1), g: text('odd'), tags: list(int(1), text('x')) },
    'c/b': { n: int(2), g: text('even'), tags: list(text('x'), text('y')) },
    'c/c': { n: int(3), g: text('odd') },
    'c/d': { n: { doubleValue: 2.5 }, g: text('none') },
    'c/e': { n: { nullValue: null }, g: text('none') },
    'c/f': { n: { doubleValue: 'NaN' } },
    'c/g': { n: text('2') },
    'c/h': { other: int(1) },
    'c/a/c/deep': { n: int(10) },
    'd/a/c/other': { n: int(11) },
  };
  for (const [path, fields] of Object.entries(documents)) await made.set(path, fields);
  const run = (query: Json, parent = '') =>
    made.store
      .run(parseQuery(parent, { from: [{ collectionId: 'c' }], ...query }))
      .map(({ path }) => path.replace(/^c\//, ''));
  return { ...made, run };
}

describe('a query', () => {
  it.each<[string, Json, string[]]>([
    ['all by name', {}, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    ['an order omits documents without the field', { orderBy: [order('n', 2)] }, ['g', 'c', 'd', 'b', 'a', 'f', 'e']],
    ['equality across integers and doubles', { where: where('n', 5, { doubleValue: 2 }) }, ['b']],
    ['a range matches one type only', { where: where('n', 'GREATER_THAN', int(1)) }, ['b', 'd', 'c']],
    ['a range over texts', { where: where('n', 'GREATER_THAN_OR_EQUAL', text('')) }, ['g']],
    ['not-equal matches NaN and other types, not null', { where: where('n', 6, int(2)) }, ['f', 'a', 'd', 'c', 'g']],
    ['in never matches null', { where: where('n', 'IN', list(int(1), { nullValue: null }, text('2'))) }, ['a', 'g']],
    ['not-in', { where: where('n', 'NOT_IN', list(int(1), int(2), int(3))) }, ['f', 'd', 'g']],
    ['not-in with null matches nothing', { where: where('n', 'NOT_IN', list({ nullValue: null })) }, []],
    ['array-contains', { where: where('tags', 'ARRAY_CONTAINS', text('x')) }, ['a', 'b']],
    ['array-contains-any', { where: where('tags', 9, list(int(1), text('y'))) }, ['a', 'b']],
    ['is null', { where: unary('n', 3) }, ['e']],
    ['is NaN', { where: unary('n', 'IS_NAN') }, ['f']],
    ['is not NaN', { where: unary('n', 4) }, ['a', 'b', 'd', 'c', 'g']],
    ['is not null', { where: unary('n', 5) }, ['f', 'a', 'b', 'd', 'c', 'g']],
    [
      'and of or',
      { where: and(or(where('g', 5, text('odd')), where('n', 5, int(2))), where('n', 3, int(1))) },
      ['b', 'c'],
    ],
    ['names in a list', { where: where('__name__', 'IN', list(name('c/g'), name('c/b'), name('c/zz'))) }, ['b', 'g']],
    ['a range of names', { where: where('__name__', 'GREATER_THAN', name('c/f')) }, ['g', 'h']],
    ['a window', { orderBy: [order('n')], where: where('n', 4, int(1)), offset: 1, limit: { value: 2 } }, ['b', 'd']],
    [
      'start at and end before',
      { orderBy: [order('n')], startAt: { values: [int(2)], before: true }, endAt: { values: [int(3)], before: true } },
      ['b', 'd'],
    ],
    [
      'start after a document',
      { orderBy: [order('g'), order('__name__')], startAt: { values: [text('none'), name('c/d')], before: false } },
      ['e', 'a', 'c'],
    ],
    [
      'several inequalities order by their fields',
      { where: and(where('n', 3, int(0)), where('g', 3, text('f'))) },
      ['d', 'a', 'c'],
    ],
    [
      'a collection group',
      { from: [{ collectionId: 'c', allDescendants: true }], where: where('n', 3, int(5)) },
      ['a/c/deep', 'd/a/c/other'],
    ],
  ])('%s', async (_what, query, expected) => {
    const { run } = await setUp();
    expect(run(query)).toEqual(expected);
  });

  it('below a document queries the collections of that document', async () => {
    const { run } = await setUp();
    expect(run({}, 'c/a')).toEqual(['a/c/deep']);
    expect(run({ from: [{ collectionId: 'c', allDescendants: true }] }, 'd/a')).toEqual(['d/a/c/other']);
    expect(run({ from: [] }, 'd/a')).toEqual(['d/a/c/other']);
  });

  it.each<[string, Json, string]>([
    ['31 values', { where: where('n', 'IN', list(...ints(0, 31))) }, "'IN' supports up to 30 comparison values."],
    [
      '11 values in not-in',
      { where: where('n', 'NOT_IN', list(...ints(0, 11))) },
      "'NOT_IN' supports up to 10 comparison values.",
    ],
    ['an empty list', { where: where('n', 'IN', list()) }, "'IN' requires an non-empty ArrayValue."],
    ['a non-list', { where: where('n', 9, int(1)) }, "'ARRAY_CONTAINS_ANY' requires an ArrayValue."],
    [
      'two negations',
      { where: and(where('n', 6, int(1)), unary('g', 5)) },
      "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.",
    ],
    [
      'not-in and in',
      { where: and(where('n', 10, list(int(1))), where('g', 8, list(int(1)))) },
      "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.",
    ],
    [
      'two array filters at once',
      { where: and(where('a', 7, int(1)), where('b', 9, list(int(1)))) },
      "A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.",
    ],
    [
      'too many disjunctions',
      { where: and(where('a', 8, list(...ints(0, 7))), where('b', 8, list(...ints(0, 5)))) },
      'Too many disjunctions after normalization. Result had 35 disjunctions which is more than the maximum of 30',
    ],
    [
      'an order after the name',
      { orderBy: [order('__name__'), order('n')] },
      'order by clause cannot contain more fields after the key n',
    ],
    [
      'an inequality after the name',
      { orderBy: [order('__name__')], where: where('n', 3, int(1)) },
      'order by clause cannot contain more fields after the key n',
    ],
    [
      'a key equality beside an inequality',
      { where: and(where('__name__', 5, name('c/a')), where('n', 6, int(1))) },
      'Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities.',
    ],
    ['a name compared with a text', { where: where('__name__', 5, text('a')) }, '__key__ filter value must be a Key'],
    ['a doubled order', { orderBy: [order('n'), order('n', 2)] }, 'order by clause cannot contain duplicate fields n'],
    [
      'an overlong cursor',
      { orderBy: [order('n')], startAt: { values: [int(1), name('c/a')] } },
      'Cursor has too many values.',
    ],
    [
      'a text as name cursor',
      { orderBy: [order('__name__')], startAt: { values: [text('a')] } },
      'Cursor __key__ value is not a document reference.',
    ],
    ['a negative limit', { limit: -1 }, 'limit is negative'],
    ['an unknown operator', { where: where('n', 99, int(1)) }, 'Unknown FieldFilter operator.'],
    ['an empty or', { where: or() }, 'Composite filter must have at least one sub-filter.'],
    [
      'two collections',
      { from: [{ collectionId: 'a' }, { collectionId: 'b' }] },
      'StructuredQuery.from cannot have more than one collection selector.',
    ],
    ['a filter without a collection', { from: [], where: where('n', 5, int(1)) }, 'kind is required for filter: n'],
    [
      'eleven inequalities',
      { where: and(...Array.from({ length: 11 }, (_, index) => where(`f${index}`, 3, int(1)))) },
      /^The query contains 11 distinct inequality fields: \[/ as unknown as string,
    ],
  ])('is rejected with %s', (_what, query, message) => {
    expect(() => parseQuery('', { from: [{ collectionId: 'c' }], ...query })).toThrow(
      expect.objectContaining({
        status: 'INVALID_ARGUMENT',
        message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
      }) as Error,
    );
  });

  it('allows array operators in different disjunctions', () => {
    expect(() =>
      parseQuery('', { from: [{ collectionId: 'c' }], where: or(where('a', 7, int(1)), where('b', 7, int(1))) }),
    ).not.toThrow();
  });
});

describe('aggregations', () => {
  it('count, sum and average the documents that have the fields', async () => {
    const { store } = await setUp();
    const aggregations = parseAggregations([
      { alias: 'all', count: {} },
      { count: { upTo: 2 } },
      { alias: 'sum', sum: { field: field('n') } },
      { alias: 'avg', avg: { field: field('n') } },
    ]);
    const documents = store
      .run(parseQuery('', { from: [{ collectionId: 'c' }], where: where('n', 3, int(0)) }))
      .filter((document) => hasAggregatedFields(aggregations, document));
    expect(aggregate(aggregations, documents)).toEqual({
      all: int(4),
      field_1: int(2),
      sum: { doubleValue: 8.5 },
      avg: { doubleValue: 2.125 },
    });
    expect(aggregate(aggregations, [])).toMatchObject({ sum: int(0), avg: { nullValue: null } });
  });

  it('are limited to five with unique aliases', () => {
    expect(() => parseAggregations(Array.from({ length: 6 }, () => ({ count: {} })))).toThrow(
      'The maximum number of aggregations allowed in an aggregation query is 5. Received: 6',
    );
    expect(() =>
      parseAggregations([
        { alias: 'a', count: {} },
        { alias: 'a', count: {} },
      ]),
    ).toThrow('Aggregation aliases contain duplicate alias: a.');
    expect(() => parseAggregations([])).toThrow('Aggregations can not be empty.');
  });
});
