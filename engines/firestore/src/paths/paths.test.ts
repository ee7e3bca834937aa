import { applyMask, formatFieldPath, parseFieldPath, projectFields, setField } from './field-path';
import { checkCollectionId, checkDocumentId, parseDocumentName, parseParentName } from './resource-name';

const one = { integerValue: '1' };
const ROOT = 'projects/p/databases/(default)/documents';

describe('field paths', () => {
  it.each([
    ['a', ['a']],
    ['a.b_1._c', ['a', 'b_1', '_c']],
    ['`a.b`.c', ['a.b', 'c']],
    ['`x\\`y`', ['x`y']],
    ['`\\\\`', ['\\']],
    ['`1st`.`あ`', ['1st', 'あ']],
  ])('%s is %j and is formatted identically', (text, path) => {
    expect(parseFieldPath(text)).toEqual(path);
    expect(formatFieldPath(path)).toBe(text);
  });

  it.each(['a..b', '.a', 'a.', '1a', 'a-b', '``', '`a', '`a`b', 'a b'])('%s is rejected by name', (text) => {
    expect(() => parseFieldPath(text)).toThrow(
      `Invalid property path "${text}". Unquoted property paths must match regex`,
    );
  });

  it('a mask sets fields with a value, deletes fields without one, and leaves others unchanged', () => {
    const stored = { a: one, b: one, c: { mapValue: { fields: { x: one, y: one } } } };
    const input = { a: { integerValue: '10' }, c: { mapValue: { fields: { x: { integerValue: '5' } } } }, e: one };
    expect(applyMask(stored, input, [['a'], ['c', 'x'], ['d'], ['b']])).toEqual({
      a: { integerValue: '10' },
      c: { mapValue: { fields: { x: { integerValue: '5' }, y: one } } },
    });
    expect(stored.b).toBe(one);
  });

  it('special names are ordinary fields', () => {
    const fields = setField({}, ['__proto__', 'a'], one);
    expect(Object.keys(fields)).toEqual(['__proto__']);
    expect(Object.keys(applyMask(fields, {}, [['__proto__']]))).toEqual([]);
    expect(projectFields({ a: one, b: one }, [['b'], ['c'], ['a', 'x']])).toEqual({ b: one });
  });
});

describe('document names', () => {
  it('are split into database and path', () => {
    expect(parseDocumentName(`${ROOT}/c/d/e/f`)).toEqual({
      database: 'projects/p/databases/(default)',
      path: 'c/d/e/f',
    });
    expect(parseParentName(ROOT).path).toBe('');
    expect(parseDocumentName(`${ROOT}/c/__id5__`).path).toBe('c/__id5__');
  });

  it.each([
    [`${ROOT}/c`, `Document name "${ROOT}/c" lacks "/" at index 42.`],
    [
      'projects/p/databases/(default)/c/d',
      'Document name "projects/p/databases/(default)/c/d" lacks "documents" at index 31.',
    ],
    [
      'projects//databases/d/documents/c/d',
      'Document name "projects//databases/d/documents/c/d" lacks a project id at index 9.',
    ],
    [`${ROOT}//a`, `Document name "${ROOT}//a" lacks a collection id at index 41.`],
    [`${ROOT}/c/a/`, `Document name "${ROOT}/c/a/" has invalid trailing "/".`],
    [`${ROOT}/c/..`, `Document name "${ROOT}/c/.." contains a resource id ".." at index 43.`],
    [`${ROOT}/c/__x__`, 'Resource id "__x__" is invalid because it is reserved.'],
    [`${ROOT}/__c__/x`, 'Collection id "__c__" is invalid because it is reserved.'],
    [
      `${ROOT}/c/__id5x__`,
      "A long document ID string must be formatted like '__id{LONG}__', where LONG is a 64-bit integer. Found: '__id5x__'.",
    ],
    [
      `${ROOT}/${Array.from({ length: 4 }, () => `c/${'x'.repeat(1490)}/d/${'y'.repeat(100)}`).join('/')}`,
      'Document name is longer than 6144 bytes.',
    ],
    [`${ROOT}/c/${'あ'.repeat(501)}`, 'The key path element name is longer than 1500 bytes.'],
  ])('%s is rejected with its position', (name, message) => expect(() => parseDocumentName(name)).toThrow(message));

  it('single ids follow the same rules', () => {
    expect(() => checkDocumentId('a/b')).toThrow('Resource id "a/b" is invalid because it contains "/".');
    expect(() => checkCollectionId('__x__')).toThrow('Collection id "__x__" is invalid because it is reserved.');
    expect(() => checkDocumentId('あ'.repeat(500))).not.toThrow();
  });
});
