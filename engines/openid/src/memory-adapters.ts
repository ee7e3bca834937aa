import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** More than this many are forgotten, oldest first. */
const MAX_KEPT = 10_000;

interface Entry {
  payload: AdapterPayload;
  /** In milliseconds since 1970. */
  until: number;
}

/** Creates what the provider keeps sign-ins, codes and tokens in: memory, until they expire. */
export function createMemoryAdapters(): AdapterFactory {
  const kept = new Map<string, Entry>();

  function find(key: string): AdapterPayload | undefined {
    const found = kept.get(key);
    return found && found.until > Date.now() ? found.payload : undefined;
  }

  function deleteWhere(isMeant: (payload: AdapterPayload) => boolean): void {
    for (const [key, { payload }] of kept) if (isMeant(payload)) kept.delete(key);
  }

  const findWhere = (model: string, isMeant: (payload: AdapterPayload) => boolean) =>
    [...kept.keys()]
      .filter((key) => key.startsWith(`${model}:`))
      .map(find)
      .find((payload) => payload !== undefined && isMeant(payload));

  return (model): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`;
    return {
      async upsert(id, payload, expiresIn = Number.POSITIVE_INFINITY) {
        kept.delete(keyOf(id));
        kept.set(keyOf(id), { payload, until: Date.now() + expiresIn * 1000 });
        const [oldest = ''] = kept.keys();
        if (kept.size > MAX_KEPT) kept.delete(oldest);
      },
      find: async (id) => find(keyOf(id)),
      findByUid: async (uid) => findWhere(model, (payload) => payload.uid === uid),
      findByUserCode: async (code) => findWhere(model, (payload) => payload.userCode === code),
      async consume(id) {
        const payload = find(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        kept.delete(keyOf(id));
      },
      revokeByGrantId: async (grantId) => deleteWhere((payload) => payload.grantId === grantId),
    };
  };
}
