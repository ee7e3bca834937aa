import type { WebhookType } from '@manabiba/shared/contract/webhook-types';
import type { WebhookDelivery } from '@manabiba/shared/contract/webhooks';
import type { Generated } from 'kysely';

import type { OptionalTime, Time } from './column-types';

export interface WebhookEndpointsTable {
  id: string;
  user_id: string;
  url: string;
  types: WebhookType[];
  /** Encrypted, as the one before. */
  secret: string;
  previous_secret: string | null;
  previous_secret_until: OptionalTime;
  failing_since: OptionalTime;
  stopped_at: OptionalTime;
  created_at: Time;
}

export interface WebhookDeliveriesTable {
  id: string;
  endpoint_id: string;
  message_id: string;
  type: WebhookDelivery['type'];
  body: string;
  state: Generated<WebhookDelivery['state']>;
  attempts: Generated<number>;
  next_attempt_at: OptionalTime;
  claimed_until: OptionalTime;
  status: Generated<number | null>;
  duration_ms: Generated<number | null>;
  answer: Generated<string>;
  created_at: Time;
}

/** Tables of outgoing webhooks. */
export interface WebhooksTables {
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
}
