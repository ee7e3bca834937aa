import { createHmac } from 'node:crypto';

/** A deterministic order, so that two runs of the benchmark do the same. */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What the provider tells about payments: of every fifth one that it was declined and given up, of the others that it was paid. */
export function eventsOf(payments, amount) {
  return payments.flatMap((payment, index) => {
    const isPaid = index % 5 !== 0;
    const steps = isPaid
      ? ['requires_payment_method', 'requires_action', 'processing', 'succeeded']
      : ['requires_payment_method', 'requires_action', 'requires_payment_method', 'canceled'];
    return steps.map((status, step) => ({
      id: `evt_${payment}_${step}`,
      object: 'event',
      api_version: '2026-01-28',
      created: 1_800_000_000 + step,
      type: `payment_intent.${status}`,
      data: {
        object: {
          id: `pi_${payment}`,
          object: 'payment_intent',
          status,
          amount,
          amount_received: status === 'succeeded' ? amount : 0,
          client_secret: `pi_${payment}_secret`,
          metadata: { payment_id: payment },
          last_payment_error: null,
          next_action: null,
          latest_charge: null,
        },
      },
    }));
  });
}

/** So many deliveries of these events, `share` of them duplicates, in random order. */
export function shuffledWithDuplicates(events, deliveries, seed) {
  const random = randomOf(seed);
  const all = [...events];
  while (all.length < deliveries) all.push(events[Math.floor(random() * events.length)]);
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [all[last], all[other]] = [all[other], all[last]];
  }
  return all;
}

/** The header by which the product knows the provider. */
export function signatureOf(payload, secret) {
  const time = Math.floor(Date.now() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
}
