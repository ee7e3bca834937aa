import type Stripe from 'stripe';

import { interpretEvent, type ProviderEvent, type ProviderIntent } from '../provider-objects';
import type { StoredWebhook } from './webhooks.repository';

/** A stored webhook with its interpreted event. */
interface InterpretedWebhook<E extends ProviderEvent> {
  stored: StoredWebhook;
  event: E;
}
export type IntentWebhook = InterpretedWebhook<Extract<ProviderEvent, { kind: 'intent' }>>;
type ChargeWebhook = InterpretedWebhook<Extract<ProviderEvent, { kind: 'charge' }>>;

/** Pending webhooks by how to process them. */
export interface SortedWebhooks {
  /** Only the decisive one for each intent. */
  intents: IntentWebhook[];
  charges: ChargeWebhook[];
  /** Subscription and invoice changes, which require a query to the provider, refunds, and unreadable payloads. */
  single: StoredWebhook[];
  /** Superseded by another one, or not about our objects. */
  ignored: StoredWebhook[];
}

const createdOf = ({ stored }: IntentWebhook): number => (stored.payload as Stripe.Event).created;

/** The final states of an intent win regardless of order; otherwise the newest wins. */
const RANK: Partial<Record<ProviderIntent['status'], number>> = { succeeded: 2, cancelled: 1 };
const rankOf = ({ event }: IntentWebhook): number => RANK[event.intent.status] ?? 0;
const overtakes = (one: IntentWebhook, other: IntentWebhook) =>
  rankOf(one) === rankOf(other) ? createdOf(one) > createdOf(other) : rankOf(one) > rankOf(other);

function read(stored: StoredWebhook): ProviderEvent | null {
  try {
    return interpretEvent(stored.payload as Stripe.Event);
  } catch {
    return null;
  }
}

/** Sorts webhooks by how to process them. */
export function sortWebhooks(due: readonly StoredWebhook[]): SortedWebhooks {
  const sorted: Omit<SortedWebhooks, 'intents'> = { charges: [], single: [], ignored: [] };
  const intents = new Map<string, IntentWebhook>();
  for (const stored of due) {
    const event = read(stored);
    if (event?.kind === 'intent') {
      const webhook = { stored, event };
      const other = intents.get(event.intent.id);
      const counts = !other || overtakes(webhook, other) ? webhook : other;
      if (other) sorted.ignored.push((counts === webhook ? other : webhook).stored);
      intents.set(event.intent.id, counts);
    } else if (event?.kind === 'charge') sorted.charges.push({ stored, event });
    else if (event?.kind === 'other') sorted.ignored.push(stored);
    else sorted.single.push(stored);
  }
  return { ...sorted, intents: [...intents.values()] };
}
