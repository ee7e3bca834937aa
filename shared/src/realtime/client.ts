import type { HubMessage, PageMessage } from './hub-port';
import { type LiveSnapshot, type LiveStatus, UNKNOWN } from './snapshot';
import { type LiveTarget, roomOf, targetKey } from './target';
import { LiveState } from './target-state';

interface Entry {
  target: LiveTarget;
  state: LiveState;
  snapshot: LiveSnapshot;
  listeners: Set<() => void>;
  offlineTimer: ReturnType<typeof setTimeout> | undefined;
}

/** After how long a lost connection counts as an outage, in milliseconds: the time the SDK waits for its backend. */
const OFFLINE_AFTER_MS = 10_000;
/** The delay before loading the hub is retried, in milliseconds. */
const OPEN_AGAIN_MS = 3000;

/** The live documents of one page: one request to the hub per target, however many components use it. */
export class LiveClient {
  private readonly entries = new Map<string, Entry>();
  private readonly watchers = new Set<() => void>();
  private port: Promise<MessagePort> | null = null;

  constructor(private readonly openPort: () => Promise<MessagePort>) {}

  /** Calls the listener on every change of a target's snapshot. Returns the unsubscribe function. */
  subscribe(target: LiveTarget, listener: () => void): () => void {
    const key = targetKey(target);
    const entry = this.entries.get(key) ?? this.begin(key, target);
    entry.listeners.add(listener);
    return () => {
      entry.listeners.delete(listener);
      // A component that is only moved subscribes again within the same turn.
      queueMicrotask(() => {
        if (entry.listeners.size > 0 || this.entries.get(key) !== entry) return;
        clearTimeout(entry.offlineTimer);
        this.entries.delete(key);
        this.send({ kind: 'stop', key });
        this.notifyWatchers();
      });
    };
  }

  snapshotOf(target: LiveTarget): LiveSnapshot {
    return this.entries.get(targetKey(target))?.snapshot ?? UNKNOWN;
  }

  /** Requests a refused target again, for example after joining, and with it those of its room: all were refused at once. */
  retry(target: LiveTarget): void {
    const ofTarget = targetKey(target);
    const room = roomOf(target);
    for (const [key, entry] of this.entries) {
      const isMeant = key === ofTarget || (room !== undefined && roomOf(entry.target) === room);
      if (!isMeant || entry.snapshot.status !== 'refused') continue;
      this.show(entry, { status: 'connecting', refusal: null });
      this.send({ kind: 'listen', key, target: entry.target });
    }
  }

  /** The status of each target of this page. */
  get statuses(): LiveStatus[] {
    return [...this.entries.values()].map(({ snapshot }) => snapshot.status);
  }

  /** Calls the watcher whenever `statuses` may have changed. Returns the unsubscribe function. */
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** The device is online again. */
  reconnectNow(): void {
    if (this.entries.size > 0) this.send({ kind: 'reconnect' });
  }

  private begin(key: string, target: LiveTarget): Entry {
    const entry: Entry = {
      target,
      state: new LiveState(),
      snapshot: UNKNOWN,
      listeners: new Set(),
      offlineTimer: undefined,
    };
    this.entries.set(key, entry);
    this.awaitConnection(entry);
    this.send({ kind: 'listen', key, target });
    this.notifyWatchers();
    return entry;
  }

  private send(message: PageMessage): void {
    this.port ??= this.open();
    void this.port.then((port) => port.postMessage(message));
  }

  private async open(): Promise<MessagePort> {
    const port = await this.reachPort();
    port.onmessage = ({ data }: MessageEvent<HubMessage>) => this.handleMessage(data);
    await holdLock((lock) => port.postMessage({ kind: 'hello', lock } satisfies PageMessage));
    return port;
  }

  /** Retries until there is a port: the server may be down while a page opens. Requests wait until then. */
  private async reachPort(): Promise<MessagePort> {
    for (;;) {
      try {
        return await this.openPort();
      } catch {
        await new Promise<void>((resolve) => {
          setTimeout(resolve, OPEN_AGAIN_MS);
        });
      }
    }
  }

  private handleMessage(message: HubMessage): void {
    if (message.kind === 'ready') return;
    const entry = this.entries.get(message.key);
    if (!entry) return;
    if (message.kind === 'refuse') {
      clearTimeout(entry.offlineTimer);
      entry.state = new LiveState();
      this.show(entry, { values: undefined, status: 'refused', refusal: message.code });
      return;
    }
    const { isLive, changed, removed, order, isWhole } = message.update;
    entry.state.take(message.update);
    const isNews = isWhole || changed.length > 0 || removed.length > 0 || order !== null;
    if (isLive) clearTimeout(entry.offlineTimer);
    else if (entry.snapshot.status === 'live') this.awaitConnection(entry);
    const isOutage = entry.snapshot.status === 'offline';
    this.show(entry, {
      ...(isNews ? { values: entry.state.list() } : {}),
      status: isLive ? 'live' : isOutage ? 'offline' : 'reconnecting',
    });
  }

  /** Marks the target as offline when the connection is not restored in time. */
  private awaitConnection(entry: Entry): void {
    clearTimeout(entry.offlineTimer);
    entry.offlineTimer = setTimeout(() => this.show(entry, { status: 'offline' }), OFFLINE_AFTER_MS);
  }

  private show(entry: Entry, change: Partial<LiveSnapshot>): void {
    const isSame = (Object.keys(change) as (keyof LiveSnapshot)[]).every(
      (name) => change[name] === entry.snapshot[name],
    );
    if (isSame) return;
    entry.snapshot = { ...entry.snapshot, ...change };
    for (const listener of entry.listeners) listener();
    this.notifyWatchers();
  }

  private notifyWatchers(): void {
    for (const watcher of this.watchers) watcher();
  }
}

/** Holds a lock for the lifetime of the page, and passes its name on once it is held. */
function holdLock(onHeld: (name: string) => void): Promise<void> {
  const name = `live page ${crypto.randomUUID()}`;
  return new Promise((resolve) => {
    void navigator.locks.request(name, () => {
      onHeld(name);
      resolve();
      return new Promise<never>(() => undefined);
    });
  });
}
