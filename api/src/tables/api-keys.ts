import type { ApiScope } from '@manabiba/shared/contract/api-scopes';

import type { Time } from './column-types';

export interface ApiKeysTable {
  id: string;
  user_id: string;
  name: string;
  prefix: string;
  key_hash: string;
  scopes: ApiScope[];
  created_at: Time;
  expires_at: Time;
  /** In Japan, as yyyy-MM-dd. */
  last_used_on: string | null;
}

/** Tables of API keys. */
export interface ApiKeysTables {
  api_keys: ApiKeysTable;
}
