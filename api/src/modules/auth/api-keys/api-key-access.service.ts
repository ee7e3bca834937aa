import { formatISO } from 'date-fns';

import type { AnonymousViewer, Authentication } from '../../../access/viewer';
import type { Clock } from '../../../platform/clock';
import { inJapan } from '../../../platform/moments';
import { toSignedInViewer } from '../../sessions/signed-in-viewer';
import { digestOf } from './api-key-text';
import type { ApiKeysRepository } from './api-keys.repository';

interface ApiKeyAccessDeps {
  keys: ApiKeysRepository;
  clock: Clock;
  communicateMinAge: number;
}

/** Authenticates calls by API key: each one reads the database, so that revoking a key takes effect at once. */
export function createApiKeyAccess({ keys, clock, communicateMinAge }: ApiKeyAccessDeps) {
  const anonymous: AnonymousViewer = { kind: 'anonymous', id: null, sessionId: null, communicateMinAge };
  const rejected = {
    viewer: anonymous,
    isRejected: true,
    expiredSessionId: null,
    apiKey: { id: null, scopes: [] },
  } satisfies Authentication;

  return async (key: string): Promise<Authentication> => {
    const now = clock.now();
    const row = await keys.find(digestOf(key), now);
    if (!row) return rejected;
    const today = formatISO(now, { ...inJapan, representation: 'date' });
    if (row.last_used_on !== today) await keys.markUsed(row.id, today);
    return {
      viewer: toSignedInViewer(row, { sessionId: row.id, staffSession: null, communicateMinAge }, now),
      isRejected: false,
      expiredSessionId: null,
      apiKey: { id: row.id, scopes: row.scopes },
    };
  };
}
