import { missing, StripeError } from '../http/stripe-error';
import type { CreatedRange, StorageTransaction } from '../storage/storage';
import { type EngineObject, type Kind, type Kinds } from './kinds';
import { rowOf } from './row';

/** The request behind the work, as shown in events. */
export interface RequestIds {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

export interface WorkOptions {
  readonly transaction: StorageTransaction;
  /** The connected account whose objects are used; '' for the platform. */
  readonly account: string;
  /** Seconds since 1970 on the clock of the work. */
  readonly now: number;
  /** The test clock of `now`. */
  readonly timeline?: string;
  readonly settings: Settings;
  readonly asked?: RequestIds;
  /** Set for past objects: they are stored as they are, without events. */
  readonly isPast?: boolean;
}

/** The parts of the engine's configuration that payments depend on. */
export interface Settings {
  /** The base URL of the engine's pages: http://localhost:4300 */
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
  /** Triggers processing of due objects right after this work. */
  readonly wake: () => void;
}

/** The effects of one kind of object on another; assembled in engine.ts. */
export interface Hooks {
  /** Returns the work at the time of a test clock. Throws 400 when the clock does not exist. */
  readonly atClock: (work: Work, clockId: string) => Promise<Work>;
  /** Called after a payment intent has succeeded, failed or been canceled. */
  readonly intentChanged: (work: Work, intent: Kinds['payment_intent']) => Promise<void>;
  /** Called after a card has been set up for later payments. */
  readonly setupSucceeded: (work: Work, intent: Kinds['setup_intent']) => Promise<void>;
  /** Called after a charge has been captured, to pay connected accounts. */
  readonly chargeCaptured: (work: Work, charge: Kinds['charge']) => Promise<void>;
  /** Called after a transferred charge has been refunded. */
  readonly chargeRefunded: (
    work: Work,
    charge: Kinds['charge'],
    refund: Kinds['refund'],
    params: { reverse_transfer?: boolean; refund_application_fee?: boolean },
  ) => Promise<void>;
  /** Throws 400 when the account cannot receive transfers. */
  readonly checkDestination: (work: Work, accountId: string) => Promise<void>;
  readonly invoicePaid: (
    work: Work,
    invoice: Kinds['invoice'],
    intent: Kinds['payment_intent'] | null,
  ) => Promise<void>;
  /** Called after a failed attempt to collect an invoice. */
  readonly invoiceFailed: (work: Work, invoice: Kinds['invoice']) => Promise<void>;
  readonly customerDeleted: (work: Work, customer: Kinds['customer']) => Promise<void>;
}

/** An endpoint from the configuration instead of the API. */
export interface StaticEndpoint {
  readonly url: string;
  readonly secret: string;
  /** Whether it also receives events of connected accounts, like an endpoint with `connect: true`. */
  readonly connect?: boolean;
  /** Default: all. */
  readonly enabledEvents?: readonly string[];
}

/** Injected delivery faults. */
export interface Faults {
  /** The fraction of events that are sent twice, 0 to 1. */
  readonly duplicate: number;
  /** The maximum random delay of each delivery, so that events also arrive out of order. */
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
 * One transaction on the engine's objects. An object is read once, changed in place and saved; all readers in the same
 * work share it.
 */
export class Work {
  constructor(
    readonly options: WorkOptions,
    private readonly objects = new Map<string, EngineObject>(),
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

  /** Returns the same work at the time of another clock. */
  at(now: number, timeline = this.options.timeline): Work {
    return now === this.now && timeline === this.options.timeline
      ? this
      : new Work({ ...this.options, now, timeline }, this.objects);
  }

  /** Returns the same work on the objects of a connected account, '' for the platform. */
  in(account: string): Work {
    return account === this.account ? this : new Work({ ...this.options, account }, this.objects);
  }

  async find<K extends Kind>(kind: K, id: string): Promise<Kinds[K] | undefined> {
    const known = this.objects.get(this.#nameOf(kind, id));
    if (known) return known as Kinds[K];
    const data = await this.transaction.get({ account: this.account, kind, id });
    return data === undefined ? undefined : this.remember(JSON.parse(data) as Kinds[K]);
  }

  /** Returns an object. Throws 404 `resource_missing`, or 400 when it was referenced by a parameter. */
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

  remove(object: Pick<EngineObject, 'id' | 'object'>): void {
    this.transaction.remove({ account: this.account, kind: object.object, id: object.id });
    this.objects.delete(this.#nameOf(object.object, object.id));
  }

  /** Lists objects, newest first. They are not locked: use `get` before changing one. */
  async list<K extends Kind>({ kind, keys = [], limit = MANY, ...rest }: Listing<K>): Promise<Kinds[K][]> {
    const rows = await this.transaction.list({ account: this.account, kind, keys, limit, ...rest });
    return rows.map((data) => {
      const object = JSON.parse(data) as Kinds[K];
      return (this.objects.get(this.#nameOf(kind, object.id)) as Kinds[K] | undefined) ?? object;
    });
  }

  /** Registers an object that the storage has locked. */
  remember<K extends Kind>(object: Kinds[K]): Kinds[K] {
    const name = this.#nameOf(object.object, object.id);
    const known = this.objects.get(name);
    if (known) return known as Kinds[K];
    this.objects.set(name, object);
    return object;
  }

  #nameOf = (kind: Kind, id: string) => `${this.account}/${kind}/${id}`;
}

/** Returns the id in a field that may be expanded. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : value.id;
}
