import { missing, StripeError } from '../http/stripe-error';
import type { CreatedRange, StorageTransaction } from '../storage/storage';
import { type Kept, type Kind, type Kinds } from './kinds';
import { rowOf } from './row';

/** Who asks for the work, as events tell it. */
export interface Asked {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

export interface WorkOptions {
  readonly transaction: StorageTransaction;
  /** The connected account whose objects are meant; '' for the platform. */
  readonly account: string;
  /** Seconds since 1970, on the clock that the work is done on. */
  readonly now: number;
  /** The test clock that `now` is the time of. */
  readonly timeline?: string;
  readonly settings: Settings;
  readonly asked?: Asked;
}

/** What the engine was configured with, as far as payments depend on it. */
export interface Settings {
  /** Where the engine's pages are reached: http://localhost:4300 */
  readonly publicUrl: () => string;
  readonly apiVersion: string;
  readonly fees: { readonly [method: string]: number };
  readonly availableAfterSeconds: number;
  readonly refundDelaySeconds: number;
  readonly paypayProcessingSeconds: number;
  readonly payoutSeconds: number;
  readonly staticEndpoints: readonly StaticEndpoint[];
  readonly clockMs: () => number;
  readonly faults: () => Faults;
  readonly random: () => number;
  readonly hooks: Hooks;
  /** Has what is due done right after this work. */
  readonly wake: () => void;
}

/** What one noun does when another one changes; put together in engine.ts. */
export interface Hooks {
  /** The work at the time of a test clock. Throws 400 when there is none. */
  readonly atClock: (work: Work, clockId: string) => Promise<Work>;
  /** After a payment intent has succeeded, failed or been canceled. */
  readonly intentChanged: (work: Work, intent: Kinds['payment_intent']) => Promise<void>;
  /** After a card has been set up for later payments. */
  readonly setupSucceeded: (work: Work, intent: Kinds['setup_intent']) => Promise<void>;
  /** After a charge has been captured: what connected accounts get of it. */
  readonly chargeCaptured: (work: Work, charge: Kinds['charge']) => Promise<void>;
  /** After a charge whose money went on to a connected account has been refunded. */
  readonly chargeRefunded: (
    work: Work,
    charge: Kinds['charge'],
    refund: Kinds['refund'],
    params: { reverse_transfer?: boolean; refund_application_fee?: boolean },
  ) => Promise<void>;
  /** Throws 400 for an account that cannot receive transfers. */
  readonly checkDestination: (work: Work, accountId: string) => Promise<void>;
  readonly invoicePaid: (
    work: Work,
    invoice: Kinds['invoice'],
    intent: Kinds['payment_intent'] | null,
  ) => Promise<void>;
  /** After an attempt to take the money of an invoice has failed. */
  readonly invoiceFailed: (work: Work, invoice: Kinds['invoice']) => Promise<void>;
  readonly customerDeleted: (work: Work, customer: Kinds['customer']) => Promise<void>;
}

/** An endpoint that is configured instead of registered. */
export interface StaticEndpoint {
  readonly url: string;
  readonly secret: string;
  /** Also events of connected accounts, as an endpoint with `connect: true` gets them. */
  readonly connect?: boolean;
  /** Default: all. */
  readonly enabledEvents?: readonly string[];
}

/** What deliveries do wrong on purpose. */
export interface Faults {
  /** The share of events that are sent twice, 0 to 1. */
  readonly duplicate: number;
  /** Each is sent later by up to this, so that they also arrive in another order. */
  readonly delayMs: number;
}

export interface Listing<K extends Kind> {
  readonly keys?: readonly string[];
  readonly created?: CreatedRange;
  readonly startingAfter?: string;
  readonly endingBefore?: string;
  readonly limit?: number;
  readonly kind: K;
}

const MANY = 1000;

/**
 * One transaction on the engine's objects. An object is read once, changed in place and saved; every reader in the same
 * work sees the same one.
 */
export class Work {
  constructor(
    readonly options: WorkOptions,
    private readonly objects = new Map<string, Kept>(),
  ) {}

  get now(): number {
    return this.options.now;
  }

  get account(): string {
    return this.options.account;
  }

  get settings(): Settings {
    return this.options.settings;
  }

  get transaction(): StorageTransaction {
    return this.options.transaction;
  }

  /** The same work at the time of another clock. */
  at(now: number, timeline = this.options.timeline): Work {
    return now === this.now && timeline === this.options.timeline
      ? this
      : new Work({ ...this.options, now, timeline }, this.objects);
  }

  /** The same work on the objects of a connected account, '' for the platform's. */
  in(account: string): Work {
    return account === this.account ? this : new Work({ ...this.options, account }, this.objects);
  }

  async find<K extends Kind>(kind: K, id: string): Promise<Kinds[K] | undefined> {
    const known = this.objects.get(this.#nameOf(kind, id));
    if (known) return known as Kinds[K];
    const data = await this.transaction.get({ account: this.account, kind, id });
    return data === undefined ? undefined : this.remember(JSON.parse(data) as Kinds[K]);
  }

  /** Throws 404 `resource_missing`, or 400 when it was named by a parameter. */
  async get<K extends Kind>(kind: K, id: string, param?: string): Promise<Kinds[K]> {
    const found = await this.find(kind, id);
    if (found) return found;
    const error = missing(kind, id, param ?? kind);
    throw param === undefined ? error : new StripeError({ ...error.details, status: 400 });
  }

  save<K extends Kind>(object: Kinds[K]): Kinds[K] {
    this.transaction.put(rowOf(object, this.account));
    return this.remember(object);
  }

  remove(object: Pick<Kept, 'id' | 'object'>): void {
    this.transaction.remove({ account: this.account, kind: object.object, id: object.id });
    this.objects.delete(this.#nameOf(object.object, object.id));
  }

  /** The newest first. They are not locked: `get` one before it is changed. */
  async list<K extends Kind>({ kind, keys = [], limit = MANY, ...rest }: Listing<K>): Promise<Kinds[K][]> {
    const rows = await this.transaction.list({ account: this.account, kind, keys, limit, ...rest });
    return rows.map((data) => {
      const object = JSON.parse(data) as Kinds[K];
      return (this.objects.get(this.#nameOf(kind, object.id)) as Kinds[K] | undefined) ?? object;
    });
  }

  /** Takes an object that the storage has locked. */
  remember<K extends Kind>(object: Kinds[K]): Kinds[K] {
    const name = this.#nameOf(object.object, object.id);
    const known = this.objects.get(name);
    if (known) return known as Kinds[K];
    this.objects.set(name, object);
    return object;
  }

  #nameOf = (kind: Kind, id: string) => `${this.account}/${kind}/${id}`;
}

/** The id behind a field that may be expanded. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : value.id;
}
