import type { NotificationKind } from '@manabiba/shared/contract/notifications';
import type { Generated } from 'kysely';

import type { GeneratedTime } from './column-types';

export interface NotificationsTable {
  id: string;
  user_id: string;
  kind: NotificationKind;
  title: string;
  body: Generated<string>;
  url: string;
  actor_id: string | null;
  is_read: Generated<boolean>;
  created_at: GeneratedTime;
}

/** Tables of notifications. */
export interface NotificationsTables {
  notifications: NotificationsTable;
}
