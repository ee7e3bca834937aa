import type { HubMessage, PageMessage } from '../realtime/hub-port';
import type { LiveRefusal, LiveTarget, LiveValue } from '../realtime/target';

interface Listening {
  key: string;
  target: LiveTarget;
}

/**
 * Live documents for a test, faked at the level of the shared worker: no module of ours is mocked.
 *
 * Documents passed to `set` are sent to current and later listeners of that path. The page caches a user's client, so a
 * test needs a user of its own.
 */
export class FakeLive {
  private readonly documents = new Map<string, readonly LiveValue[]>();
  private readonly refusals = new Map<string, LiveRefusal>();
  private listenings: Listening[] = [];
  private isLive = true;
  private port: { onmessage: ((event: { data: HubMessage }) => void) | null } | undefined;

  /** Installs it as the browser's shared worker. */
  install(): this {
    const open = () => {
      const port = {
        onmessage: null as ((event: { data: HubMessage }) => void) | null,
        postMessage: (message: PageMessage) => this.receive(message),
      };
      this.port = port;
      queueMicrotask(() => this.send({ kind: 'ready' }));
      return { port, onerror: null };
    };
    Object.defineProperty(globalThis, 'SharedWorker', {
      configurable: true,
      value: function SharedWorker() {
        return open();
      },
    });
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: locked } });
    return this;
  }

  /** Sets the documents of a path, in order; a document's own path takes one or none. */
  set(path: string, ...documents: LiveValue[]): this {
    this.documents.set(path, documents);
    this.refusals.delete(path);
    this.sendDocuments(path);
    return this;
  }

  /** Refuses reads of the path from now on. */
  refuse(path: string, code: LiveRefusal = 'permission-denied'): this {
    this.refusals.set(path, code);
    this.sendDocuments(path);
    return this;
  }

  /** Breaks or restores the connection. */
  setLine(isLive: boolean): this {
    this.isLive = isLive;
    for (const { target } of this.listenings) this.sendDocuments(target.path);
    return this;
  }

  /** The paths with current listeners. */
  get paths(): string[] {
    return this.listenings.map(({ target }) => target.path);
  }

  private receive(message: PageMessage): void {
    if (message.kind === 'listen') {
      this.listenings.push(message);
      queueMicrotask(() => this.sendDocuments(message.target.path));
    }
    if (message.kind === 'stop') this.listenings = this.listenings.filter(({ key }) => key !== message.key);
  }

  private sendDocuments(path: string): void {
    const code = this.refusals.get(path);
    const documents = this.documents.get(path);
    for (const { key } of this.listenings.filter(({ target }) => target.path === path)) {
      if (code) this.send({ kind: 'refuse', key, code });
      else if (documents) {
        const named = documents.map((value) => [String(value.id), value] as const);
        this.send({
          kind: 'update',
          key,
          update: { isWhole: true, changed: named, removed: [], order: named.map(([id]) => id), isLive: this.isLive },
        });
      }
    }
    if (code) this.listenings = this.listenings.filter(({ target }) => target.path !== path);
  }

  private send(message: HubMessage): void {
    this.port?.onmessage?.({ data: message });
  }
}

/** A lock that is always free. */
function locked(_name: string, optionsOrHold: unknown, hold?: () => unknown): Promise<unknown> {
  return Promise.resolve((hold ?? (optionsOrHold as () => unknown))());
}
