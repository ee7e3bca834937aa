import { matchesQuery } from '../query/match-query';
import type { StoredDocument } from '../store/document';
import type { Store } from '../store/store';
import type { Channel } from '../webchannel/channel';
import type { DocumentEvent, ListenMessages } from './messages';
import type { TargetScope, View } from './view';
import type { Views } from './views';

/** The services a target needs from the engine. */
export interface TargetServices {
  readonly store: Store;
  readonly views: Views<Target>;
  readonly messages: ListenMessages;
}

/** What a target reports to its stream. */
export interface TargetStream {
  /** The client is up to date on all targets of the stream as of this version. */
  markSent(version: number): void;
  /** The target requested the current results only and has sent them. */
  complete(target: Target): void;
}

/** One target of a stream: sends its results as fast as the client takes them, then their changes. */
export class Target {
  #view: View | undefined;
  /** What remains to be sent before the target is complete. */
  #unsent: readonly DocumentEvent[] = [];
  #sentCount = 0;
  /** The results as of the first messages, while they are being sent. */
  #sending: readonly StoredDocument[] = [];
  #isFilled = false;
  #isOnce = false;
  /** Set for a resumed target: the expected document count on the client. */
  #isCounted = false;

  constructor(
    readonly targetId: number,
    readonly scope: TargetScope,
    readonly stream: TargetStream,
    readonly channel: Channel,
    private readonly services: TargetServices,
  ) {}

  /** Whether the client has the full results, so that changes can be sent incrementally. */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  get projection() {
    return this.scope.kind === 'query' ? this.scope.query.projection : undefined;
  }

  /**
   * Sends the results: all of them, the changes since a version, or all after a reset when the changes are not known
   * (null).
   */
  start(since: number | null | undefined, isOnce: boolean): void {
    const { messages, views, store } = this.services;
    this.#isOnce = isOnce;
    this.#view = views.follow(this.scope, this);
    const documents = this.#view.documents();
    const resumed = typeof since === 'number' && since <= store.version ? this.#since(since, documents) : undefined;
    const hasToForget = since !== undefined && !resumed;
    this.channel.send([messages.added(this.targetId), ...(hasToForget ? [messages.reset(this.targetId)] : [])]);
    this.#isCounted = resumed !== undefined;
    this.#unsent = resumed ?? [
      ...this.#missing(),
      ...documents.map((document) => ({ kind: 'changed' as const, document })),
    ];
    this.#sending = documents;
    this.fill();
  }

  /** Sends as much of the results as the channel has room for; the last part completes the target. */
  fill(): void {
    if (this.#isFilled || !this.#view) return;
    const { messages, store } = this.services;
    while (true) {
      const payloads: string[] = [];
      let room = this.channel.room;
      for (; this.#sentCount < this.#unsent.length && room > 0; this.#sentCount += 1) {
        const payload = messages.document(
          this.#unsent[this.#sentCount] as DocumentEvent,
          this.targetId,
          store.version,
          this.projection,
        );
        room -= payload.length;
        payloads.push(payload);
      }
      if (this.#sentCount === this.#unsent.length) {
        // Includes what changed in the meantime, so that the results are current.
        const current = this.#view.documents();
        this.#unsent = difference(this.#sending, current, (path) => store.get(path));
        this.#sending = current;
        this.#sentCount = 0;
        if (this.#unsent.length === 0) {
          this.#complete(payloads);
          return;
        }
      }
      this.channel.send(payloads, true);
      if (this.channel.room <= 0 || this.channel.isClosed) return;
    }
  }

  stop(): void {
    if (this.#view) this.services.views.unfollow(this.#view, this);
    this.#view = undefined;
  }

  #complete(payloads: string[]): void {
    const { messages, store } = this.services;
    this.#isFilled = true;
    const count = this.#isCounted ? [messages.count(this.targetId, this.#sending.length)] : [];
    this.channel.send(
      [...payloads, ...count, messages.current(this.targetId, store.version), messages.snapshot(store.version)],
      true,
    );
    this.stream.markSent(store.version);
    this.#sending = this.#unsent = [];
    if (this.#isOnce) this.stream.complete(this);
  }

  /** The documents that the target names and that do not exist. */
  #missing(): DocumentEvent[] {
    if (this.scope.kind === 'query') return [];
    return this.scope.paths.filter((path) => !this.services.store.get(path)).map((path) => ({ kind: 'gone', path }));
  }

  /** Returns the changes of the results since a version, or undefined when they cannot be determined. */
  #since(version: number, documents: readonly StoredDocument[]): DocumentEvent[] | undefined {
    const { store } = this.services;
    const deleted = store.deletedAfter(version);
    if (!deleted) return undefined;
    const changed = documents
      .filter(({ updateVersion }) => updateVersion > version)
      .map((document) => ({ kind: 'changed' as const, document }));
    const gone = deleted.filter((path) => this.#view?.covers(path)).map((path) => ({ kind: 'gone' as const, path }));
    if (this.scope.kind === 'documents') return [...changed, ...gone];
    const { query } = this.scope;
    // Only the whole window shows which documents left it or moved up into it.
    if (query.limit !== undefined || query.offset > 0) return undefined;
    const left: DocumentEvent[] = [];
    for (const document of store.covered(query)) {
      if (document.updateVersion > version && !matchesQuery(query, document)) left.push({ kind: 'left', document });
    }
    return [...changed, ...gone, ...left];
  }
}

function difference(
  before: readonly StoredDocument[],
  after: readonly StoredDocument[],
  get: (path: string) => StoredDocument | undefined,
): DocumentEvent[] {
  const known = new Map(before.map((document) => [document.path, document]));
  const events: DocumentEvent[] = [];
  for (const document of after) {
    if (known.get(document.path) !== document) events.push({ kind: 'changed', document });
    known.delete(document.path);
  }
  for (const path of known.keys()) {
    const document = get(path);
    events.push(document ? { kind: 'left', document } : { kind: 'gone', path });
  }
  return events;
}
