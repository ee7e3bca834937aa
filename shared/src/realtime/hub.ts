import { isApiError } from '../data/api-error';
import type { LiveConnection, LiveCredentials } from './connection';
import { type LiveObserver, type LiveRefusal, type LiveTarget, type LiveUpdate, roomOf, targetKey } from './target';
import { LiveState } from './target-state';

/** How the outside is reached. */
export interface LiveSources {
  /** Asks the api for a token that reads these rooms. Rejects with `ApiError`. */
  fetchCredentials: (classroomIds: string[]) => Promise<LiveCredentials>;
  openConnection: (credentials: LiveCredentials) => Promise<LiveConnection>;
}

interface Listening {
  target: LiveTarget;
  observers: Set<LiveObserver>;
  /** Null until something has come. */
  state: LiveState | null;
  stop: () => void;
}

interface Line {
  connection: LiveConnection;
  rooms: ReadonlySet<string>;
  /** Its token grows old. */
  isStale: boolean;
  openedAt: number;
}

/** A token is exchanged when this part of its life is left, so that a slow exchange still comes in time. */
const RENEWAL_PART = 0.2;
/** A line that nobody uses is kept for the next page, in milliseconds. */
const LINGER_MS = 5000;
/** Waits between attempts, in milliseconds: the SDK's own, so that both come back together. */
const RETRY = { first: 1000, factor: 1.5, longest: 60_000 } as const;
/** How long a new line may take to tell everything before the old one is let go, in milliseconds. */
const HANDOVER_MS = 10_000;
/** A line is new for so long, in milliseconds: what it is refused is no matter of its token's age. */
const FRESH_MS = 5000;
/** No timer of a browser is longer, in milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * One line to the live documents for however many listeners: each path is asked for once, a room that is joined and a
 * token that grows old are an exchange of lines without a gap, and a failure is tried again without end.
 */
export class LiveHub {
  private readonly listenings = new Map<string, Listening>();
  private line: Line | null = null;
  private isOpening = false;
  private failures = 0;
  private renewal: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private linger: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly sources: LiveSources) {}

  /** Listens to a target; what is known of it already is told at once. Returns how to stop. */
  listen(target: LiveTarget, observer: LiveObserver): () => void {
    clearTimeout(this.linger);
    const key = targetKey(target);
    const known = this.listenings.get(key);
    if (known) {
      known.observers.add(observer);
      if (known.state) observer.next(known.state.whole());
    } else {
      const listening: Listening = { target, observers: new Set([observer]), state: null, stop: () => undefined };
      this.listenings.set(key, listening);
      if (this.line && isRead(target, this.line)) void this.attach(this.line.connection, key, listening);
      else void this.open();
    }
    return () => this.leave(key, observer);
  }

  /**
   * The line of the device is back: what waits for its next attempt need not wait. The SDK may not have noticed an
   * outage, or may try again half a minute from now: another line takes over, and until it does nothing counts as live.
   */
  reconnectNow(): void {
    const { line } = this;
    if (this.listenings.size > 0 && line && !line.isStale && !isFresh(line)) {
      for (const listening of this.listenings.values()) markStale(listening);
      line.isStale = true;
    } else if (this.retry === undefined) return;
    this.failures = 0;
    void this.open();
  }

  private leave(key: string, observer: LiveObserver): void {
    const listening = this.listenings.get(key);
    if (!listening?.observers.delete(observer) || listening.observers.size > 0) return;
    listening.stop();
    this.listenings.delete(key);
    if (this.listenings.size === 0) this.linger = setTimeout(() => this.hangUp(), LINGER_MS);
  }

  /** Opens lines until one reads all that is listened to. */
  private async open(): Promise<void> {
    clearTimeout(this.retry);
    this.retry = undefined;
    if (this.isOpening) return;
    this.isOpening = true;
    try {
      // What is listened to may grow while a line is opened.
      while (!this.isServed()) await this.exchange();
      this.failures = 0;
    } catch (error) {
      await this.fail(error);
    } finally {
      this.isOpening = false;
    }
  }

  private isServed(): boolean {
    const { line } = this;
    return (
      this.listenings.size === 0 ||
      (line !== null && !line.isStale && [...this.listenings.values()].every(({ target }) => isRead(target, line)))
    );
  }

  private rooms(): string[] {
    return [...new Set([...this.listenings.values()].flatMap(({ target }) => roomOf(target) ?? []))];
  }

  private async exchange(): Promise<void> {
    const rooms = this.rooms();
    const credentials = await this.sources.fetchCredentials(rooms);
    const connection = await this.sources.openConnection(credentials);
    const before = this.line;
    this.line = { connection, rooms: new Set(rooms), isStale: false, openedAt: Date.now() };
    const life = Date.parse(credentials.expiresAt) - Date.now();
    clearTimeout(this.renewal);
    this.renewal = setTimeout(() => this.renew(), Math.min(LONGEST_TIMER_MS, Math.max(0, life * (1 - RENEWAL_PART))));
    const answers = [...this.listenings]
      .filter(([, { target }]) => isRead(target, this.line))
      .map(([key, listening]) => this.attach(connection, key, listening));
    if (before) void Promise.race([Promise.all(answers), pause(HANDOVER_MS)]).then(() => before.connection.close());
  }

  private renew(): void {
    if (!this.line) return;
    this.line.isStale = true;
    void this.open();
  }

  /** Hears a target over a line, whose first confirmed state takes the place of what was known. Resolves when that has come. */
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
          // A line that has not answered yet knows less than the one before it.
          else if (update.isLive || !stateBefore) {
            stopBefore();
            listening.state = state;
            for (const observer of listening.observers) observer.next(state.whole());
          }
          if (update.isLive) resolve();
        },
        refuse: (code) => {
          resolve();
          if (!isCurrent()) return;
          // A token may have run out while the machine slept. One that is new is refused for good.
          if (isFresh(this.line)) this.refuse(key, listening, code);
          else this.reopen(listening);
        },
      });
      listening.stop = () => {
        stop();
        stopBefore();
      };
    });
  }

  /** Keeps what is known, and asks for it again under a new token. */
  private reopen(listening: Listening): void {
    markStale(listening);
    this.renew();
  }

  private refuse(key: string, listening: Listening, code: LiveRefusal): void {
    listening.stop();
    this.listenings.delete(key);
    for (const observer of listening.observers) observer.refuse(code);
  }

  /** No token, or no line. A refusal ends what it concerns, anything else is tried again. */
  private async fail(error: unknown): Promise<void> {
    if (isRefusal(error)) await this.refuseWhat();
    else this.failures += 1;
    if (this.isServed()) return;
    const wait = Math.min(RETRY.first * RETRY.factor ** this.failures, RETRY.longest) * (0.5 + Math.random());
    this.retry = setTimeout(() => void this.open(), wait);
  }

  /** Finds out which room the api refuses; without one it is the person. */
  private async refuseWhat(): Promise<void> {
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

  private hangUp(): void {
    clearTimeout(this.renewal);
    clearTimeout(this.retry);
    void this.line?.connection.close();
    this.line = null;
  }
}

/** What is known may be old: it is kept, and told as not confirmed. */
function markStale({ state, observers }: Listening): void {
  const update: LiveUpdate = { isWhole: false, changed: [], removed: [], order: null, isLive: false };
  state?.take(update);
  for (const observer of observers) observer.next(update);
}

const isRefusal = (error: unknown) =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.code !== 'rate_limited';

function isRead(target: LiveTarget, line: Line | null): boolean {
  const room = roomOf(target);
  return line !== null && (room === undefined || line.rooms.has(room));
}

const isFresh = (line: Line | null) => line !== null && Date.now() - line.openedAt < FRESH_MS;
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
