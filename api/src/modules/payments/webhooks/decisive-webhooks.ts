import type Stripe from 'stripe';

import { interpretEvent, type ProviderEvent, type ProviderIntent } from '../provider-objects';
import type { StoredWebhook } from './webhooks.repository';

/** A stored webhook with its interpreted event. */
interface Told<E extends ProviderEvent> {
  stored: StoredWebhook;
  event: E;
}
export type ToldIntent = Told<Extract<ProviderEvent, { kind: 'intent' }>>;
type ToldCharge = Told<Extract<ProviderEvent, { kind: 'charge' }>>;

/** Pending webhooks by how to process them. */
export interface SortedWebhooks {
  /** Only the decisive one for each intent. */
  intents: ToldIntent[];
  charges: ToldCharge[];
  /** Subscription and invoice changes, which require a query to the provider, refunds, and unreadable payloads. */
  single: StoredWebhook[];
  /** Superseded by another one, or not about our objects. */
  vain: StoredWebhook[];
}

const createdOf = ({ stored }: ToldIntent): number => (stored.payload as Stripe.Event).created;

/** The final states of an intent win regardless of order; otherwise the newest wins. */
const RANK: Partial<Record<ProviderIntent['status'], number>> = { succeeded: 2, cancelled: 1 };
const rankOf = ({ event }: ToldIntent): number => RANK[event.intent.status] ?? 0;
const overtakes = (one: ToldIntent, other: ToldIntent) =>
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
  const sorted: Omit<SortedWebhooks, 'intents'> = { charges: [], single: [], vain: [] };
  const intents = new Map<string, ToldIntent>();
  for (const stored of due) {
    const event = read(stored);
    if (event?.kind === 'intent') {
      const told = { stored, event };
      const other = intents.get(event.intent.id);
      const counts = !other || overtakes(told, other) ? told : other;
      if (other) sorted.vain.push((counts === told ? other : told).stored);
      intents.set(event.intent.id, counts);
    } else if (event?.kind === 'charge') sorted.charges.push({ stored, event });
    else if (event?.kind === 'other') sorted.vain.push(stored);
    else sorted.single.push(stored);
  }
  return { ...sorted, intents: [...intents.values()] };
}
