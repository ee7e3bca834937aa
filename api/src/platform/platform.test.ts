import { decodeCursor, encodeCursor } from './database/cursor';
import { newId } from './ids';
import { createMicroCache } from './micro-cache';
import { deriveKey, seal, unseal } from './security/sealed-text';

describe('ids', () => {
  it('have a prefix and 20 characters that nobody confuses', () => {
    expect(newId('cls')).toMatch(/^cls_[1-9A-HJ-NP-Za-km-z]{20}$/);
    expect(new Set(Array.from({ length: 1000 }, () => newId('x'))).size).toBe(1000);
  });
});

describe('cursors', () => {
  it('come back as they went', () => {
    const values = ['2026-11-21T04:45:00.000Z', 7, 'cls_a'];
    expect(decodeCursor(encodeCursor(values), ['date', 'number', 'string'])).toEqual(values);
  });

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each([
    ['no JSON', 'abc'],
    ['no list', encoded({ 0: 'a' })],
    ['too few values', encoded(['2026-11-21T04:45:00.000Z'])],
    ['a date that is none', encoded(['yesterday', 'x'])],
    ['a date that PostgreSQL would read differently', encoded(['infinity', 'x'])],
    ['another type', encoded(['2026-11-21T04:45:00.000Z', 1])],
    ['U+0000', encoded(['2026-11-21T04:45:00.000Z', 'a\u0000'])],
    ['a lone surrogate', encoded(['2026-11-21T04:45:00.000Z', '\ud800'])],
  ])('with %s are refused on their field', (_what, cursor) => {
    expect(() => decodeCursor(cursor, ['date', 'string'])).toThrow(
      expect.objectContaining({ code: 'invalid', fields: { cursor: expect.any(String) } }),
    );
  });
});

describe('the micro-cache', () => {
  it('makes an answer once for all who ask at once, and keeps no failure', async () => {
    const cache = createMicroCache<string>({ ttlMs: 60_000 });
    let made = 0;
    const make = async () => {
      made += 1;
      return 'ready';
    };
    expect(await Promise.all([cache.get('a', make), cache.get('a', make), cache.get('a', make)])).toEqual([
      'ready',
      'ready',
      'ready',
    ]);
    expect(made).toBe(1);
    await expect(
      cache.get('b', async () => {
        throw new Error('down');
      }),
    ).rejects.toThrow('down');
    expect(await cache.get('b', make)).toBe('ready');
  });

  it('forgets what was being made when it is emptied, so that nobody gets an answer from before a write', async () => {
    const cache = createMicroCache<string>({ ttlMs: 60_000 });
    let finish = (_value: string) => {};
    const old = cache.get(
      'a',
      () =>
        new Promise<string>((resolve) => {
          finish = resolve;
        }),
    );
    cache.clear();
    const fresh = cache.get('a', async () => 'new');
    finish('old');
    expect([await old, await fresh]).toEqual(['old', 'new']);
    expect(await cache.get('a', async () => 'newer')).toBe('new');
  });

  it('keeps nothing without a time to keep it', async () => {
    const cache = createMicroCache<number>({ ttlMs: 0 });
    let made = 0;
    const make = async () => (made += 1);
    expect([await cache.get('a', make), await cache.get('a', make)]).toEqual([1, 2]);
  });
});

describe('sealed text', () => {
  const key = deriveKey('a secret', 'a purpose');

  it('comes back with its own key only, and only unchanged', () => {
    const sealed = seal(key, '教室');
    expect(unseal(key, sealed)).toBe('教室');
    expect(() => unseal(deriveKey('a secret', 'another purpose'), sealed)).toThrow();
    const changed = Buffer.from(sealed, 'base64');
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => unseal(key, changed.toString('base64'))).toThrow();
  });

  it('looks different every time', () => {
    expect(seal(key, 'a')).not.toBe(seal(key, 'a'));
  });
});
