import { missing } from '../http/stripe-error';
import type { Storage } from '../storage/storage';
import type { Delivery, EngineEvent, Kinds } from '../work/kinds';
import { visible } from '../work/render';
import { Work, type WorkOptions } from '../work/work';
import { deliver } from './emit';
import { endpointsFor, type Target, targetOf } from './endpoints';
import { signatureOf } from './signature';

export interface DeliveryOptions {
  readonly storage: Storage;
  readonly workOptions: (transaction: WorkOptions['transaction']) => WorkOptions;
  readonly nowMs: () => number;
  /** Timeout of a request to an endpoint. */
  readonly timeoutMs: number;
  /** The delay after the first failure; it doubles with each retry. */
  readonly retryMs: number;
  readonly onFailure: (failure: unknown) => void;
}

/** The maximum number of concurrent deliveries. */
const AT_ONCE = 8;
const MAX_ATTEMPTS = 20;
const MAX_WAIT_MS = 3_600_000;

interface Sending {
  readonly delivery: Delivery;
  readonly event?: EngineEvent;
  readonly target?: Target;
}

/**
 * Sends events to endpoints. Pending deliveries are stored, so a restart loses none; a delivery that was in progress is
 * sent again.
 */
export class Deliveries {
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  #isStopped = false;

  constructor(private readonly options: DeliveryOptions) {}

  /** Sends all due deliveries. Resolves when none is due any more. */
  send(): Promise<void> {
    if (this.#running) {
      this.#isAskedAgain = true;
      return this.#running;
    }
    this.#running = this.#sendAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Starts no further deliveries and waits for those in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running?.catch(() => undefined);
  }

  async #sendAll(): Promise<void> {
    do {
      this.#isAskedAgain = false;
      let claimed = this.#isStopped ? [] : await this.#claim();
      while (claimed.length > 0) {
        await Promise.all(claimed.map((sending) => this.#sendOne(sending)));
        claimed = this.#isStopped ? [] : await this.#claim();
      }
    } while (this.#isAskedAgain);
  }

  /** Claims due deliveries for this engine until their attempt would have timed out. */
  #claim(): Promise<Sending[]> {
    const { storage, workOptions, nowMs, timeoutMs } = this.options;
    return storage.write(async (transaction) => {
      const work = new Work(workOptions(transaction));
      const due = await transaction.due('delivery', nowMs(), AT_ONCE);
      const sendings: Sending[] = [];
      for (const { data } of due) {
        const delivery = work.remember<'delivery'>(JSON.parse(data) as Delivery);
        delivery.attempts += 1;
        delivery.dueAtMs = nowMs() + timeoutMs * 2;
        work.save(delivery);
        sendings.push({
          delivery,
          event: await work.in(delivery.eventAccount).find('event', delivery.event),
          target: await targetOf(work, delivery.endpoint),
        });
      }
      return sendings;
    });
  }

  async #sendOne({ delivery, event, target }: Sending): Promise<void> {
    const isTaken = !event || !target || (await this.#post(event, target));
    await this.#settle(delivery, isTaken).catch(this.options.onFailure);
  }

  async #post(event: EngineEvent, target: Target): Promise<boolean> {
    const body = JSON.stringify(visible(event), null, 2);
    try {
      const response = await fetch(target.url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(this.options.timeoutMs),
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          // Real time: the verifier compares it with its own clock.
          'Stripe-Signature': signatureOf(body, target.secret, Math.floor(this.options.nowMs() / 1000)),
        },
        body,
      });
      await response.body?.cancel();
      return response.status >= 200 && response.status < 300;
    } catch {
      return false;
    }
  }

  #settle(sent: Delivery, isTaken: boolean): Promise<void> {
    const { storage, workOptions, nowMs, retryMs } = this.options;
    return storage.write(async (transaction) => {
      const work = new Work(workOptions(transaction));
      const delivery = await work.find('delivery', sent.id);
      if (!delivery) return;
      if (!isTaken && delivery.attempts < MAX_ATTEMPTS) {
        delivery.dueAtMs = nowMs() + Math.min(retryMs * 2 ** (delivery.attempts - 1), MAX_WAIT_MS);
        work.save(delivery);
        return;
      }
      work.remove(delivery);
      if (delivery.isCopy || !isTaken) return;
      const owner = work.in(delivery.eventAccount);
      const event = await owner.find('event', delivery.event);
      if (!event) return;
      event.pending_webhooks = Math.max(0, event.pending_webhooks - 1);
      owner.save(event);
    });
  }
}

/** Sends an event again to every endpoint that is now subscribed to its type. */
export async function sendAgain(work: Work, eventId: string): Promise<Kinds['event']> {
  const event = await work.find('event', eventId);
  if (!event) throw missing('event', eventId);
  const endpoints = await endpointsFor(work, event.type);
  event.pending_webhooks += endpoints.length;
  for (const endpoint of endpoints) deliver(work, event, endpoint);
  return work.save<'event'>(event);
}
