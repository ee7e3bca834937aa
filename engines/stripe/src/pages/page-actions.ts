import { completeOnboarding, openAccountLink } from '../connect/accounts';
import { sendAgain } from '../events/deliveries';
import { authenticate, payAtShop } from '../payments/confirm';
import type { Outcome } from '../payments/outcomes';
import { type PastPayment, type RecordedPayment, recordPayments } from '../payments/past-payments';
import { authenticateSetup } from '../payments/setup-intents';
import type { Storage } from '../storage/storage';
import type { EngineClock } from '../time/clock';
import type { Worker } from '../time/worker';
import type { Kind, Kinds } from '../work/kinds';
import { type Listing, Work, type WorkOptions } from '../work/work';

/** The actions of the engine's pages, each in one transaction. They throw a `StripeError` as the API does. */
export interface PageActions {
  /**
   * Completes a 3-D Secure challenge or the PayPay approval. A card declined afterwards is not an error of the page.
   */
  authenticatePaymentIntent(
    id: string,
    outcome: 'fail' | 'succeed',
    account?: string,
  ): Promise<Kinds['payment_intent']>;
  authenticateSetupIntent(id: string, outcome: 'fail' | 'succeed', account?: string): Promise<Kinds['setup_intent']>;
  /** Marks a konbini payment as paid in cash. */
  payAtTheShop(intentId: string, account?: string): Promise<Kinds['payment_intent']>;
  /** Completes onboarding; for some bank account numbers, payouts are later rejected by the bank. */
  completeOnboarding(accountId: string, bank?: { bankAccountNumber?: string }): Promise<Kinds['account']>;
  /** Opens an onboarding link, which works once; undefined when it is used or expired. */
  openAccountLink(token: string): Promise<Kinds['account_link'] | undefined>;
  /** Advances the engine's clock and processes everything due by then. */
  advanceClock(seconds: number): Promise<void>;
  /** Seconds since 1970 on the engine's clock. */
  now(): number;
  sendEventAgain(eventId: string, account?: string): Promise<void>;
  /** Records past payments, all or none, without events. Payments that already exist stay unchanged. */
  recordPayments(payments: readonly PastPayment[]): Promise<RecordedPayment[]>;
  /** Returns one object, or undefined. */
  find<K extends Kind>(kind: K, id: string, account?: string): Promise<Kinds[K] | undefined>;
  /** Newest first. */
  list<K extends Kind>(listing: Listing<K>, account?: string): Promise<Kinds[K][]>;
}

export interface Acting {
  readonly storage: Storage;
  readonly clock: EngineClock;
  readonly worker: Worker;
  /** Called after every change. */
  readonly onChanged: () => void;
  readonly workOptions: (transaction: WorkOptions['transaction'], account?: string) => WorkOptions;
}

export function pageActions({ storage, clock, worker, onChanged, workOptions }: Acting): PageActions {
  const write = async <T>(account: string, act: (work: Work) => Promise<T>): Promise<T> => {
    const result = await storage.write((transaction) => act(new Work(workOptions(transaction, account))));
    onChanged();
    return result;
  };
  const read = <T>(account: string, look: (work: Work) => Promise<T>): Promise<T> =>
    storage.read((transaction) => look(new Work(workOptions(transaction, account))));
  /** A declined card is already recorded in the intent, so it is not thrown. */
  const settled = (outcome: Outcome) => {
    if (outcome && !outcome.keepsChanges) throw outcome;
  };
  return {
    authenticatePaymentIntent: (id, outcome, account = '') =>
      write(account, async (work) => {
        const intent = await work.get('payment_intent', id);
        settled(await authenticate(await atClock(work, intent._clock), intent, outcome));
        return intent;
      }),
    authenticateSetupIntent: (id, outcome, account = '') =>
      write(account, async (work) => {
        const intent = await work.get('setup_intent', id);
        settled(await authenticateSetup(await atClock(work, intent._clock), intent, outcome));
        return intent;
      }),
    payAtTheShop: (id, account = '') =>
      write(account, async (work) => {
        const intent = await work.get('payment_intent', id);
        settled(await payAtShop(await atClock(work, intent._clock), intent));
        return intent;
      }),
    completeOnboarding: (accountId, bank) => write('', (work) => completeOnboarding(work, accountId, bank)),
    openAccountLink: (token) => write('', (work) => openAccountLink(work, token)),
    async advanceClock(seconds) {
      await clock.advance(seconds);
      await worker.run();
    },
    now: () => clock.nowSeconds(),
    sendEventAgain: (eventId, account = '') => write(account, async (work) => void (await sendAgain(work, eventId))),
    recordPayments: (payments) =>
      storage.write((transaction) => recordPayments(new Work({ ...workOptions(transaction), isPast: true }), payments)),
    find: (kind, id, account = '') => read(account, (work) => work.find(kind, id)),
    list: (listing, account = '') => read(account, (work) => work.list(listing)),
  };
}

const atClock = (work: Work, clockId: string | null | undefined) =>
  clockId ? work.settings.hooks.atClock(work, clockId) : Promise.resolve(work);
