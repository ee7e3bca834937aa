import { decodeCursor, encodeCursor } from './database/cursor';
import { newId } from './ids';
import { createMicroCache } from './micro-cache';
import { decryptText, deriveKey, encryptText } from './security/text-encryption';

describe('ids', () => {
  it('have a prefix and 20 unambiguous characters', () => {
    expect(newId('cls')).toMatch(/^cls_[1-9A-HJ-NP-Za-km-z]{20}$/);
    expect(new Set(Array.from({ length: 1000 }, () => newId('x'))).size).toBe(1000);
  });
});

describe('cursors', () => {
  it('survive a round trip', () => {
    const values = ['2026-11-21T04:45:00.000Z', 7, 'cls_a'];
    expect(decodeCursor(encodeCursor(values), ['date', 'number', 'string'])).toEqual(values);
  });

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each([
    ['a cursor that is not JSON', 'abc'],
    ['a cursor that is not a list', encoded({ 0: 'a' })],
    ['too few values', encoded(['2026-11-21T04:45:00.000Z'])],
    ['an invalid date', encoded(['yesterday', 'x'])],
    ['a date that PostgreSQL would parse differently', encoded(['infinity', 'x'])],
    ['another type', encoded(['2026-11-21T04:45:00.000Z', 1])],
    ['U+0000', encoded(['2026-11-21T04:45:00.000Z', 'a\u0000'])],
    ['a lone surrogate', encoded(['2026-11-21T04:45:00.000Z', '\ud800'])],
  ])('with %s are rejected on the cursor field', (_what, cursor) => {
    expect(() => decodeCursor(cursor, ['date', 'string'])).toThrow(
      expect.objectContaining({ code: 'invalid', fields: { cursor: expect.any(String) } }),
    );
  });
});

describe('the micro-cache', () => {
  it('computes an answer once for concurrent callers, and does not cache a failure', async () => {
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

  it('discards a pending computation when cleared, so that no caller gets an answer from before a write', async () => {
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

  it('caches nothing with a zero TTL', async () => {
    const cache = createMicroCache<number>({ ttlMs: 0 });
    let made = 0;
    const make = async () => (made += 1);
    expect([await cache.get('a', make), await cache.get('a', make)]).toEqual([1, 2]);
  });
});

describe('encrypted text', () => {
  const key = deriveKey('a secret', 'a purpose');

  it('can be opened only unchanged and with the same key', () => {
    const encrypted = encryptText(key, '教室');
    expect(decryptText(key, encrypted)).toBe('教室');
    expect(() => decryptText(deriveKey('a secret', 'another purpose'), encrypted)).toThrow();
    const changed = Buffer.from(encrypted, 'base64');
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => decryptText(key, changed.toString('base64'))).toThrow();
  });

  it('differs each time', () => {
    expect(encryptText(key, 'a')).not.toBe(encryptText(key, 'a'));
  });
});
