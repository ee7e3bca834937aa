/** LRU cache of rendered images. Concurrent requests for an image share one rendering. */
export function createReadyPictures({ maxBytes }: { maxBytes: number }) {
  const kept = new Map<string, Promise<Buffer | null>>();
  const sizes = new Map<string, number>();
  let total = 0;
  const forget = (name: string) => {
    kept.delete(name);
    total -= sizes.get(name) ?? 0;
    sizes.delete(name);
  };
  return {
    get(name: string, make: () => Promise<Buffer | null>): Promise<Buffer | null> {
      const known = kept.get(name);
      if (known) {
        kept.delete(name);
        kept.set(name, known);
        return known;
      }
      const making = make();
      kept.set(name, making);
      making.then(
        (bytes) => {
          if (!bytes) return forget(name);
          sizes.set(name, bytes.length);
          total += bytes.length;
          for (const oldest of kept.keys()) {
            if (total <= maxBytes) break;
            forget(oldest);
          }
        },
        () => forget(name),
      );
      return making;
    },
  };
}
