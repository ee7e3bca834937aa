import type { KeyKind } from '../http/keys';
import { invalid } from '../http/stripe-error';
import type { Kinds } from '../work/kinds';

type Intent = Kinds['payment_intent'] | Kinds['setup_intent'];

/** Fields of an intent that are hidden from browsers. */
const PRIVATE = [
  'application_fee_amount',
  'customer',
  'latest_charge',
  'metadata',
  'on_behalf_of',
  'transfer_data',
  'transfer_group',
];

/** Throws unless a publishable key comes with the intent's own client secret. */
export function checkClientSecret(key: KeyKind, intent: Intent, secret: string | undefined): void {
  if (key === 'secret' && secret === undefined) return;
  if (secret === undefined)
    throw invalid('You must provide the client_secret with a publishable key.', 'parameter_missing', 'client_secret');
  if (secret !== intent.client_secret)
    throw invalid(
      'The client_secret provided does not match the client_secret associated with this object.',
      `${intent.object}_invalid_parameter`,
      'client_secret',
    );
}

/** Returns the intent as visible to the caller. */
export function shownTo(key: KeyKind, intent: Intent): object {
  if (key === 'secret') return intent;
  return Object.fromEntries(Object.entries(intent).filter(([name]) => !PRIVATE.includes(name)));
}
