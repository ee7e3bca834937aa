import { isApiError } from '../data/api-error';
import type { LiveConnection, LiveCredentials } from './connection';
import { type LiveObserver, type LiveRefusal, type LiveTarget, type LiveUpdate, roomOf, targetKey } from './target';
import { LiveState } from './target-state';

/** The hub's external dependencies. */
export interface LiveSources {
  /** Requests a token for these rooms from the api. Rejects with `ApiError`. */
  fetchCredentials: (classroomIds: string[]) => Promise<LiveCredentials>;
  openConnection: (credentials: LiveCredentials) => Promise<LiveConnection>;
}

interface Listening {
  target: LiveTarget;
  observers: Set<LiveObserver>;
  /** Null until something has arrived. */
  state: LiveState | null;
  /** The connection that delivers the state. */
  source: LiveConnection | null;
  stop: () => void;
}

interface OpenConnection {
  connection: LiveConnection;
  rooms: ReadonlySet<string>;
  /** Set when its token is about to expire. */
  isStale: boolean;
  openedAt: number;
}

/** A token is renewed when this fraction of its lifetime remains, so that a slow renewal is still in time. */
const RENEWAL_PART = 0.2;
/** How long an unused connection is kept for the next page, in milliseconds. */
const LINGER_MS = 5000;
/** Delays between attempts, in milliseconds: the same as the SDK's, so that both reconnect together. */
const RETRY = { first: 1000, factor: 1.5, longest: 60_000 } as const;
/** How long a new connection may take to deliver everything before the old one is closed, in milliseconds. */
const HANDOVER_MS = 10_000;
/** How long a connection counts as new, in milliseconds. A refusal within this time is not caused by an expired token. */
const FRESH_MS = 5000;
/** The longest timer of a browser, in milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * One connection to the live documents for any number of listeners. Each path is requested once. When a room is joined
 * or a token is about to expire, a new connection replaces the old one without a gap. Failures are retried
 * indefinitely.
 */
export class LiveHub {
  private readonly listenings = new Map<string, Listening>();
  private current: OpenConnection | null = null;
  private isOpening = false;
  private failures = 0;
  private renewal: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private linger: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly sources: LiveSources) {}

  /** Subscribes to a target. An observer immediately receives the current state. Returns the unsubscribe function. */
  listen(target: LiveTarget, observer: LiveObserver): () => void {
    clearTimeout(this.linger);
    const key = targetKey(target);
    const known = this.listenings.get(key);
    if (known) {
      known.observers.add(observer);
      if (known.state) observer.next(known.state.whole());
    } else {
      const listening: Listening = {
        target,
        observers: new Set([observer]),
        state: null,
        source: null,
        stop: () => undefined,
      };
      this.listenings.set(key, listening);
      if (this.current && isRead(target, this.current)) void this.attach(this.current.connection, key, listening);
      else void this.open();
    }
    return () => this.leave(key, observer);
  }

  /**
   * Called when the device is online again: retries without waiting. The SDK may not have noticed the outage, or may
   * only retry in half a minute, so a new connection takes over; until then nothing counts as live.
   */
  reconnectNow(): void {
    const { current } = this;
    if (this.listenings.size > 0 && current && !current.isStale && !isFresh(current)) {
      for (const listening of this.listenings.values()) markStale(listening);
      current.isStale = true;
    } else if (this.retry === undefined) return;
    this.failures = 0;
    void this.open();
  }

  private leave(key: string, observer: LiveObserver): void {
    const listening = this.listenings.get(key);
    if (!listening?.observers.delete(observer) || listening.observers.size > 0) return;
    listening.stop();
    this.listenings.delete(key);
    if (this.listenings.size === 0) this.linger = setTimeout(() => this.closeUnused(), LINGER_MS);
  }

  /** Opens connections until one may read all subscribed targets. */
  private async open(): Promise<void> {
    clearTimeout(this.retry);
    this.retry = undefined;
    if (this.isOpening) return;
    this.isOpening = true;
    try {
      // Listeners may be added while a connection is being opened.
      while (!this.isServed()) await this.exchange();
      this.failures = 0;
    } catch (error) {
      await this.fail(error);
    } finally {
      this.isOpening = false;
    }
  }

  private isServed(): boolean {
    const { current } = this;
    return (
      this.listenings.size === 0 ||
      (current !== null &&
        !current.isStale &&
        [...this.listenings.values()].every(({ target }) => isRead(target, current)))
    );
  }

  private rooms(): string[] {
    return [...new Set([...this.listenings.values()].flatMap(({ target }) => roomOf(target) ?? []))];
  }

  private async exchange(): Promise<void> {
    const rooms = this.rooms();
    const credentials = await this.sources.fetchCredentials(rooms);
    const connection = await this.sources.openConnection(credentials);
    const before = this.current;
    this.current = { connection, rooms: new Set(rooms), isStale: false, openedAt: Date.now() };
    const life = Date.parse(credentials.expiresAt) - Date.now();
    clearTimeout(this.renewal);
    this.renewal = setTimeout(() => this.renew(), Math.min(LONGEST_TIMER_MS, Math.max(0, life * (1 - RENEWAL_PART))));
    const answers = [...this.listenings]
      .filter(([, { target }]) => isRead(target, this.current))
      .map(([key, listening]) => this.attach(connection, key, listening));
    if (before) void Promise.race([Promise.all(answers), pause(HANDOVER_MS)]).then(() => this.end(before));
  }

  /** Closes a replaced connection. What only it has delivered is no longer kept up to date. */
  private end({ connection }: OpenConnection): void {
    for (const listening of this.listenings.values()) if (listening.source === connection) markStale(listening);
    void connection.close();
  }

  private renew(): void {
    if (!this.current) return;
    this.current.isStale = true;
    void this.open();
  }

  /**
   * Subscribes to a target on a connection, whose first confirmed state replaces the current one. Resolves when it has
   * arrived.
   */
  private attach(connection: LiveConnection, key: string, listening: Listening): Promise<void> {
    const { stop: stopBefore, state: stateBefore } = listening;
    const state = new LiveState();
    const isCurrent = () => this.listenings.get(key) === listening;
    return new Promise((resolve) => {
      const stop = connection.listen(listening.target, {
        next: (update) => {
          if (!isCurrent()) return;
          state.take(update);
          if (listening.state === state) for (const observer of listening.observers) observer.next(update);
          // A connection that has not answered yet knows less than the one before it.
          else if (update.isLive || !stateBefore) {
            stopBefore();
            listening.state = state;
            listening.source = connection;
            for (const observer of listening.observers) observer.next(state.whole());
          }
          if (update.isLive) resolve();
        },
        refuse: (code) => {
          resolve();
          if (!isCurrent()) return;
          // A token may have expired while the machine slept. A refusal of a new token is final.
          if (isFresh(this.current)) this.refuse(key, listening, code);
          else this.reopen(listening);
        },
      });
      listening.stop = () => {
        stop();
        stopBefore();
      };
    });
  }

  /** Keeps the current state and requests it again with a new token. */
  private reopen(listening: Listening): void {
    markStale(listening);
    this.renew();
  }

  private refuse(key: string, listening: Listening, code: LiveRefusal): void {
    listening.stop();
    this.listenings.delete(key);
    for (const observer of listening.observers) observer.refuse(code);
  }

  /** Handles a missing token or connection. A refusal ends the affected listeners, anything else is retried. */
  private async fail(error: unknown): Promise<void> {
    if (isRefusal(error)) await this.refuseForbiddenRooms();
    else this.failures += 1;
    if (this.isServed()) return;
    const wait = Math.min(RETRY.first * RETRY.factor ** this.failures, RETRY.longest) * (0.5 + Math.random());
    this.retry = setTimeout(() => void this.open(), wait);
  }

  /** Determines which room the api refuses. A refusal without rooms concerns the user. */
  private async refuseForbiddenRooms(): Promise<void> {
    const rooms = this.rooms();
    const refused =
      rooms.length < 2
        ? rooms
        : (await Promise.all(rooms.map(async (room) => ((await this.isRefused(room)) ? room : [])))).flat();
    for (const [key, listening] of this.listenings) {
      const room = roomOf(listening.target);
      if (rooms.length === 0 || (room !== undefined && refused.includes(room)))
        this.refuse(key, listening, 'permission-denied');
    }
  }

  private isRefused(room: string): Promise<boolean> {
    return this.sources.fetchCredentials([room]).then(() => false, isRefusal);
  }

  private closeUnused(): void {
    clearTimeout(this.renewal);
    clearTimeout(this.retry);
    void this.current?.connection.close();
    this.current = null;
  }
}

/** Keeps the current state and notifies observers that it is unconfirmed. */
function markStale({ state, observers }: Listening): void {
  const update: LiveUpdate = { isWhole: false, changed: [], removed: [], order: null, isLive: false };
  state?.take(update);
  for (const observer of observers) observer.next(update);
}

const isRefusal = (error: unknown) =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.code !== 'rate_limited';

function isRead(target: LiveTarget, current: OpenConnection | null): boolean {
  const room = roomOf(target);
  return current !== null && (room === undefined || current.rooms.has(room));
}

const isFresh = (current: OpenConnection | null) => current !== null && Date.now() - current.openedAt < FRESH_MS;
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
