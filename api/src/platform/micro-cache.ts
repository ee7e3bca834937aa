/** Ready bytes under a key for a moment. */
export interface MicroCache {
  /** The bytes under the key. While they are being made, everybody who asks waits for the same ones; a failure is kept by nobody. */
  get(key: string, make: () => Promise<Buffer>): Buffer | Promise<Buffer>;
  clear(): void;
}

const MAX_ENTRIES = 500;

/** A cache for answers that look the same to every visitor. `ttlMs` 0 keeps nothing. */
export function createMicroCache({ ttlMs }: { ttlMs: number }): MicroCache {
  const entries = new Map<string, { bytes: Buffer | null; making: Promise<Buffer>; expiresAt: number }>();
  return {
    get(key, make) {
      const entry = entries.get(key);
      if (entry && entry.expiresAt > performance.now()) return entry.bytes ?? entry.making;
      if (ttlMs <= 0) return make();
      if (entries.size >= MAX_ENTRIES) entries.delete(entries.keys().next().value ?? key);
      const making = make();
      const made = { bytes: null as Buffer | null, making, expiresAt: performance.now() + ttlMs };
      entries.delete(key);
      entries.set(key, made);
      making.then(
        (bytes) => { made.bytes = bytes; },
        () => { if (entries.get(key) === made) entries.delete(key); },
      );
      return making;
    },
    clear: () => entries.clear(),
  };
}
