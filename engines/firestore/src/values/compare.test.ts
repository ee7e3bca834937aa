import { compareValues } from './compare';
import { parseValue } from './parse-value';
import { compareText } from './text-order';

const value = (input: unknown) => parseValue(input);
const int = (integer: string) => value({ integerValue: integer });
const double = (number: number | string) => value({ doubleValue: number });
const text = (string: string) => value({ stringValue: string });
const vector = (...numbers: number[]) =>
  value({
    mapValue: {
      fields: {
        __type__: { stringValue: '__vector__' },
        value: { arrayValue: { values: numbers.map((doubleValue) => ({ doubleValue })) } },
      },
    },
  });
const map = (fields: Record<string, unknown>) => value({ mapValue: { fields } });
const array = (...values: unknown[]) => value({ arrayValue: { values } });

describe('the value order', () => {
  it('covers all types, each sorted within itself', () => {
    const ascending = [
      value({ nullValue: null }),
      value({ booleanValue: false }),
      value({ booleanValue: true }),
      double('NaN'),
      double('-Infinity'),
      int('-9223372036854775808'),
      double(-1.5),
      int('0'),
      double(0.5),
      int('1'),
      double(9007199254740992),
      int('9007199254740993'),
      int('9223372036854775807'),
      double('Infinity'),
      value({ timestampValue: '1969-12-31T23:59:59.999999Z' }),
      value({ timestampValue: '2020-01-01T00:00:00Z' }),
      value({ timestampValue: '2020-01-01T00:00:00.000001Z' }),
      text(''),
      text('A'),
      text('a'),
      text('aa'),
      text('\u00e9'),
      text('\uffee'),
      text('\u{1f600}'),
      value({ bytesValue: '' }),
      value({ bytesValue: 'AA==' }),
      value({ bytesValue: 'AAA=' }),
      value({ bytesValue: '/w==' }),
      value({ referenceValue: 'projects/p/databases/d/documents/c/__id2__' }),
      value({ referenceValue: 'projects/p/databases/d/documents/c/__id10__' }),
      value({ referenceValue: 'projects/p/databases/d/documents/c/a' }),
      value({ referenceValue: 'projects/p/databases/d/documents/c/a/b/c' }),
      value({ geoPointValue: { latitude: -1, longitude: 5 } }),
      value({ geoPointValue: { latitude: 1, longitude: -5 } }),
      array(),
      array({ integerValue: '1' }),
      array({ integerValue: '1' }, { integerValue: '1' }),
      array({ integerValue: '2' }),
      vector(100),
      vector(1, 2),
      vector(1, 3),
      map({}),
      map({ a: { integerValue: '1' } }),
      map({ a: { integerValue: '1' }, b: { integerValue: '1' } }),
      map({ a: { integerValue: '2' } }),
      map({ b: { integerValue: '0' } }),
    ];
    for (const [left, a] of ascending.entries()) {
      for (const [right, b] of ascending.entries())
        expect([a, b, Math.sign(compareValues(a, b))]).toEqual([a, b, Math.sign(left - right)]);
    }
  });

  it('treats equal integers and doubles as equal', () => {
    expect(compareValues(int('1'), double(1))).toBe(0);
    expect(compareValues(double('-0'), int('0'))).toBe(0);
    expect(compareValues(double('NaN'), double('NaN'))).toBe(0);
  });

  it('sorts strings by their UTF-8 bytes, matching a reference implementation', () => {
    const texts = [
      '',
      'a',
      'z',
      '\u00e9',
      '\u3042',
      '\ud7ff',
      '\ue000',
      '\uffff',
      '\u{10000}',
      '\u{1f600}',
      '\u{1f600}a',
      'a\u{1f600}',
      'a\uffff',
    ];
    for (const a of texts)
      for (const b of texts)
        expect([a, b, Math.sign(compareText(a, b))]).toEqual([a, b, Buffer.compare(Buffer.from(a), Buffer.from(b))]);
  });
});

describe('values from requests', () => {
  it.each([
    [{ integerValue: 7 }, { integerValue: '7' }],
    [{ integerValue: '-9223372036854775808' }, { integerValue: '-9223372036854775808' }],
    [{ doubleValue: -0 }, { doubleValue: '-0' }],
    [{ timestampValue: '2020-02-29T12:00:00.123456789+09:00' }, { timestampValue: '2020-02-29T03:00:00.123456Z' }],
    [{ timestampValue: '0001-01-01T00:00:00Z' }, { timestampValue: '0001-01-01T00:00:00.000000Z' }],
    [{ bytesValue: '_-8' }, { bytesValue: '/+8=' }],
    [{ nullValue: 'NULL_VALUE' }, { nullValue: null }],
    [{ stringValue: '\ud800 \u{1f600}' }, { stringValue: '\ud800 \u{1f600}' }],
  ])('%j is stored as %j', (input, kept) => expect(parseValue(input)).toEqual(kept));

  it.each([
    {},
    null,
    'text',
    { integerValue: '9223372036854775808' },
    { integerValue: 1.5 },
    { doubleValue: 'one' },
    { timestampValue: '2021-02-29T00:00:00Z' },
    { timestampValue: '10000-01-01T00:00:00Z' },
    { bytesValue: 'ä' },
    { stringValue: 5 },
    { booleanValue: 'true' },
    { geoPointValue: { latitude: 91 } },
    { stringValue: 'a', integerValue: '1' },
    { futureValue: 1 },
    { arrayValue: { values: 5 } },
    { mapValue: { fields: [] } },
  ])('%j is rejected', (input) =>
    expect(() => parseValue(input)).toThrow(expect.objectContaining({ status: 'INVALID_ARGUMENT' }) as Error),
  );
});
