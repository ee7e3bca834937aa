import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Authorize, Caller, Permits } from './access/access';
import { type AuthOptions, Callers } from './access/callers';
import { Gate } from './access/gate';
import { answerRequests, refusalLog } from './http/answer';
import { MAX_READER_REQUEST_BYTES, MAX_REQUEST_BYTES } from './http/bodies';
import type { Origins } from './http/cors';
import { limitedLog } from './http/limited-log';
import { limitSockets, type SocketLimits } from './http/sockets';
import { followTraced, type OnTraced } from './http/traced';
import { Counters, renderMetrics } from './metrics';
import type { StatusError } from './status';
import type { Storage } from './storage/storage';
import type { Change, Commit } from './store/recent-changes';
import { Store } from './store/store';
import { Transactions } from './store/transactions';
import { broadcast } from './watch/broadcast';
import { ListenStream } from './watch/listen-stream';
import { ListenMessages } from './watch/messages';
import { ResumeTokens } from './watch/resume-tokens';
import type { Target } from './watch/target';
import { Views } from './watch/views';
import { Channels } from './webchannel/channels';
import { WriteStream } from './write-stream';

/** Limits of an engine, with defaults for one product on one machine. Times in milliseconds, sizes in bytes. */
export interface EngineLimits extends SocketLimits {
  /** Idle time after which a stream sends a keepalive; clients wait half as long again. */
  readonly keepaliveMs: number;
  /** Queue limit per slow reader; beyond it the reader is reset and must resume. */
  readonly maxQueuedBytes: number;
  /** Bytes per answer before the client must acknowledge. */
  readonly bytesPerAnswer: number;
  /** Longest time that an answer with data stays open: its end makes the client acknowledge. */
  readonly answerMs: number;
  /** How long a session waits for a disconnected client. */
  readonly graceMs: number;
  readonly maxChannels: number;
  readonly maxChannelsPerUser: number;
  readonly maxTargetsPerStream: number;
  /** Limit for the server, and for all other callers together. */
  readonly maxOpenTransactions: number;
  readonly maxOpenTransactionsPerUser: number;
  readonly maxPendingCommits: number;
  /** Interval at which listeners are checked against the rules again. */
  readonly recheckMs: number;
  /** How long a call waits for documents locked by other transactions. */
  readonly lockWaitMs: number;
  /** How long deleted documents are remembered for resuming clients; with an older resume token they start over. */
  readonly deletedKeptMs: number;
  /** Maximum number of them. */
  readonly maxDeletedKept: number;
}

const DEFAULT_LIMITS: EngineLimits = {
  keepaliveMs: 25_000,
  maxQueuedBytes: 8 * 1024 * 1024,
  bytesPerAnswer: 512 * 1024,
  answerMs: 60_000,
  graceMs: 60_000,
  maxChannels: 20_000,
  maxChannelsPerUser: 100,
  maxTargetsPerStream: 200,
  maxOpenTransactions: 1000,
  maxOpenTransactionsPerUser: 50,
  maxSockets: 25_000,
  maxIdleSockets: 2000,
  maxPendingCommits: 10_000,
  recheckMs: 5000,
  lockWaitMs: 2000,
  deletedKeptMs: 86_400_000,
  maxDeletedKept: 50_000,
};
/** Returns the `sub` of the user whose rights may end with a document change. */
export type RightsChangedBy = (change: Change) => string | undefined;

const FORGET_MS = 600_000;

/** Logger of an engine. Rejected requests are warnings, each logged once. */
export interface EngineLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface EngineOptions {
  /** Project of the only database, `(default)`; clients of any other are rejected. */
  readonly projectId: string;
  /** Storage of the documents. The engine opens and closes it. */
  readonly storage: Storage;
  readonly auth: AuthOptions;
  /** Rules for all callers except the server. */
  readonly authorize: Authorize;
  /**
   * Operations that a caller may use at all, checked before a request is read. By default `authorize` decides
   * everything.
   */
  readonly permits?: Permits;
  /**
   * For rules that depend on documents: returns the user whose rights may end with a change. That user is rechecked at
   * once instead of at the next interval.
   */
  readonly rightsChangedBy?: RightsChangedBy;
  /** Origins of pages that may call from a browser. */
  readonly origins: Origins;
  readonly limits?: Partial<EngineLimits>;
  /** Milliseconds since 1970; for tests. */
  readonly clock?: () => number;
  readonly logger?: EngineLogger;
  /**
   * Called for requests with a `traceparent`; returns a function called at their end. For spans of the caller's traces.
   */
  readonly onTraced?: OnTraced;
}

export interface FirestoreEngine {
  /** Starts to listen; port 0 picks a free one. Resolves to the URL, `http://127.0.0.1:8080`. */
  listen(port: number, host?: string): Promise<string>;
  /** The URL, once it listens. */
  readonly url: string;
  /**
   * Rechecks all listeners, or those that match, against the rules now instead of at the next interval: a listener that
   * lost access gets permission-denied at once.
   */
  recheck(isMeant?: (caller: Caller) => boolean): void;
  /** Number of open sessions. */
  readonly channels: number;
  /** Resolves while requests are answered and documents can be written; rejects with the reason otherwise. */
  health(): Promise<void>;
  /** Returns what the engine has done and its state, in the Prometheus text format. */
  metrics(): string;
  /**
   * Ends all streams and requests and closes the storage. Acknowledged writes are kept; clients are asked to reconnect.
   */
  close(): Promise<void>;
}

/**
 * Creates a service that speaks Cloud Firestore's protocol, for the unmodified web SDK (WebChannel and HTTP) and the
 * server SDK (`preferRest`). Loads all documents into memory; rejects when another engine uses the storage.
 */
export async function createFirestoreEngine(options: EngineOptions): Promise<FirestoreEngine> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const now = options.clock ?? Date.now;
  const callers = new Callers(options.auth, now);
  const logError = limitedLog((details, message) => options.logger?.error(details, message), now);
  const counters = new Counters();
  const onFailure = (failure: unknown) => {
    counters.failures += 1;
    logError({ err: failure }, 'A part of the Firestore engine failed.');
  };
  const store = await Store.open(options.storage, { now, maxPendingCommits: limits.maxPendingCommits, onFailure });
  const parts = assemble(options, limits, now, callers, store, counters, onFailure);
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000 }, (request, response) => {
    followTraced(request, response, options.onTraced);
    void parts.answer(request, response);
  });
  limitSockets(server, limits);
  const timers = [
    setInterval(() => parts.channels.recheck(() => true), limits.recheckMs),
    setInterval(() => {
      store.forgetDeleted({ ms: limits.deletedKeptMs, count: limits.maxDeletedKept }).catch(onFailure);
    }, FORGET_MS),
  ];
  for (const timer of timers) timer.unref();
  let url = '';
  return {
    listen: (port, host = '127.0.0.1') =>
      new Promise((done, fail) => {
        server.once('error', fail);
        server.listen(port, host, () => {
          const { address, port: taken, family } = server.address() as AddressInfo;
          url = `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`;
          done(url);
        });
      }),
    get url() {
      return url;
    },
    recheck: (isMeant = () => true) => parts.channels.recheck(isMeant),
    get channels() {
      return parts.channels.size;
    },
    health: async () => {
      if (!server.listening) throw new Error('The Firestore engine does not listen.');
      await options.storage.ping();
    },
    metrics: () => renderMetrics(counters, { channels: parts.channels.size, pending_commits: store.pendingCommits }),
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      const closed = new Promise<void>((done) => {
        server.close(() => done());
      });
      parts.channels.goAway();
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 1000).unref();
      if (server.listening || url !== '') await closed;
      await store.close();
    },
  };
}

/** Assembles the parts. */
function assemble(
  options: EngineOptions,
  limits: EngineLimits,
  now: () => number,
  callers: Callers,
  store: Store,
  counters: Counters,
  onFailure: (failure: unknown) => void,
) {
  const database = `projects/${options.projectId}/databases/(default)`;
  const root = `${database}/documents`;
  const { onRefused, onRefusedIn } = refusalLog(options.logger, counters, now);
  const gate = new Gate(options.authorize, options.permits ?? (() => true), store, now, onFailure);
  const tokens = new ResumeTokens(store.storeId);
  const [messages, views] = [new ListenMessages(root, tokens), new Views<Target>(store)];
  const transactions = new Transactions(now, {
    lockWaitMs: limits.lockWaitMs,
    maxOpen: limits.maxOpenTransactions,
    maxOpenPerUser: limits.maxOpenTransactionsPerUser,
  });
  const listening = {
    database,
    store,
    views,
    gate,
    messages,
    tokens,
    maxTargets: limits.maxTargetsPerStream,
    onFailure,
    onRefused: onRefusedIn('Listen'),
  };
  const writing = { database, store, gate, transactions, onFailure, onRefused: onRefusedIn('Write') };
  const channels = new Channels({
    limits,
    callers,
    now,
    onRefused,
    maxBytes: (caller) => (gate.may(caller, 'write') ? MAX_REQUEST_BYTES : MAX_READER_REQUEST_BYTES),
    open: (kind, channel, caller) =>
      kind === 'Listen' ? new ListenStream(channel, caller, listening) : new WriteStream(channel, caller, writing),
  });
  store.onCommit((commit) => {
    counters.commits += 1;
    counters.changes += commit.changes.length;
    try {
      broadcast(commit, views, messages);
      recheckAfter(commit, channels, options.rightsChangedBy);
    } catch (failure) {
      onFailure(failure);
    }
  });
  const onRefusedCall = (refusal: StatusError, failure: unknown, request: IncomingMessage) =>
    refusal.status === 'INTERNAL' ? onFailure(failure) : onRefused(refusal, request);
  const rest = { database, root, store, gate, transactions, callers, onRefused: onRefusedCall };
  const answer = answerRequests({ origins: options.origins, channels, rest, onRefused, onFailure });
  return { channels, answer };
}

/** Ends the streams of users whose rights end with a commit, before the next commit is sent. */
function recheckAfter({ changes }: Commit, channels: Channels, rightsChangedBy: RightsChangedBy | undefined): void {
  if (!rightsChangedBy) return;
  const users = new Set(changes.map(rightsChangedBy));
  users.delete(undefined);
  if (users.size > 0) channels.recheck((caller) => caller.kind === 'user' && users.has(caller.uid));
}
