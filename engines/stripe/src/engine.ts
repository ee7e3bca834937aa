import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Deliveries } from './events/deliveries';
import { answerRequests } from './http/answer';
import { createRouter } from './http/router';
import { dueHandlers, hooks, includable } from './nouns';
import {
  API_VERSION,
  DEFAULT_DELAYS,
  DEFAULT_FEES,
  DEFAULT_RETRY_MS,
  DEFAULT_TIMEOUT_MS,
  type StripeEngineOptions,
} from './options';
import { type PageActions, pageActions } from './pages/page-actions';
import { createPages, type Pages } from './pages/pages';
import { routes } from './routes';
import { type EngineClock, engineClock } from './time/clock';
import { runDue } from './time/run-due';
import type { Asked, Faults, Settings, WorkOptions } from './work/work';

export interface StripeEngine {
  /** Starts to answer; port 0 takes a free one. Resolves to the address, `http://127.0.0.1:4300`. */
  listen(port: number, host?: string): Promise<string>;
  /** The address, once it listens. */
  readonly url: string;
  /** Where pages for people are added: the engine answers /v1 itself. */
  readonly pages: Pages;
  /** What those pages do: end challenges, pay at the shop, move the clock. */
  readonly actions: PageActions;
  /** Does everything that is due on the engine's clock now and sends the events; a timer does the same every second. */
  runDue(): Promise<void>;
  /** Changes what deliveries of events do wrong on purpose. */
  setFaults(faults: Partial<Faults>): void;
  /** Resolves while requests are answered and objects can be written; rejects with the reason otherwise. */
  health(): Promise<void>;
  /** Ends requests and deliveries; what is not sent yet is sent after the next start. */
  close(): Promise<void>;
}

const TICK_MS = 1000;
const MAX_CONNECTIONS = 10_000;
const CLOSE_MS = 1000;
const NO_FAULTS: Faults = { duplicate: 0, delayMs: 0 };

/**
 * Starts a service that speaks Stripe's API, for the unmodified official SDKs:
 * `new Stripe(key, { host, port, protocol: 'http' })`. It keeps its objects in the storage that it is given.
 */
export async function createStripeEngine(options: StripeEngineOptions): Promise<StripeEngine> {
  if (process.env.NODE_ENV === 'production' && !options.allowInProduction)
    throw new Error(
      'The Stripe engine takes no real money. Pass allowInProduction to run it with NODE_ENV=production.',
    );
  await options.storage.open();
  let [url, isBusy] = ['', false];
  let faults: Faults = { ...NO_FAULTS, ...options.webhooks?.faults };
  const onFailure = (failure: unknown, request?: IncomingMessage) =>
    options.logger?.error({ err: failure, path: request?.url?.split('?')[0] }, 'A part of the Stripe engine failed.');
  const parts = assemble(options, { url: () => url, faults: () => faults, onFailure });
  await parts.clock.load();
  const pages = createPages();
  const server = createServer({ requestTimeout: 30_000 }, listener(options, parts, pages, onFailure));
  limitConnections(server);
  const tick = async () => {
    await parts.clock.load();
    await parts.runDue();
    await parts.deliveries.send();
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void tick()
      .catch(onFailure)
      .finally(() => {
        isBusy = false;
      });
  }, TICK_MS).unref();
  return {
    listen: async (port, host = '127.0.0.1') => {
      url = await listen(server, port, host);
      return url;
    },
    get url() {
      return url;
    },
    pages,
    actions: pageActions({ ...parts, storage: options.storage }),
    runDue: tick,
    setFaults: (changed) => {
      faults = { ...faults, ...changed };
    },
    health: async () => {
      if (!server.listening) throw new Error('The Stripe engine does not listen.');
      await options.storage.ping();
    },
    close: async () => {
      clearInterval(timer);
      if (server.listening) await close(server);
      await parts.deliveries.stop();
      await options.storage.close();
    },
  };
}

interface Surroundings {
  readonly url: () => string;
  readonly faults: () => Faults;
  readonly onFailure: (failure: unknown) => void;
}

/** Puts the parts together. */
function assemble(options: StripeEngineOptions, { url, faults, onFailure }: Surroundings) {
  const realMs = options.clock ?? Date.now;
  const { storage, webhooks = {} } = options;
  const settings = settingsOf(options, realMs, url, faults);
  const workOptions = (transaction: WorkOptions['transaction'], account = '', asked?: Asked): WorkOptions => ({
    transaction,
    account,
    now: clock.nowSeconds(),
    settings,
    asked,
  });
  const clock: EngineClock = engineClock(storage, realMs, (transaction) => workOptions(transaction));
  const deliveries = new Deliveries({
    storage,
    workOptions: (transaction) => workOptions(transaction),
    nowMs: realMs,
    timeoutMs: webhooks.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    retryMs: webhooks.retryMs ?? DEFAULT_RETRY_MS,
    onFailure,
  });
  const running = {
    storage,
    handlers: dueHandlers,
    workOptions: (transaction: WorkOptions['transaction']) => workOptions(transaction),
    onFailure,
  };
  const runAll = async () => {
    await runDue(running, 'idempotency_record', realMs());
    await runDue(running, '', clock.nowMs());
  };
  return { realMs, clock, deliveries, workOptions, running, runDue: runAll };
}

function settingsOf(
  options: StripeEngineOptions,
  realMs: () => number,
  url: () => string,
  faults: () => Faults,
): Settings {
  const delays = { ...DEFAULT_DELAYS, ...options.delays };
  return {
    publicUrl: () => options.publicUrl?.replace(/\/$/, '') ?? url(),
    apiVersion: API_VERSION,
    fees: { ...DEFAULT_FEES, ...options.fees },
    availableAfterSeconds: delays.available,
    refundDelaySeconds: delays.refund,
    paypayProcessingSeconds: delays.paypay,
    payoutSeconds: delays.payout,
    staticEndpoints: options.webhooks?.endpoints ?? [],
    clockMs: realMs,
    faults,
    random: options.random ?? Math.random,
    hooks,
  };
}

function listener(
  { keys, storage }: StripeEngineOptions,
  { realMs, deliveries, workOptions }: ReturnType<typeof assemble>,
  pages: Pages,
  onFailure: (failure: unknown, request?: IncomingMessage) => void,
) {
  const answer = answerRequests({
    keys,
    apiVersion: API_VERSION,
    findRoute: createRouter(routes),
    storage,
    includable,
    nowMs: realMs,
    keysInUse: new Set(),
    workOptions,
    pages,
    onChanged: () => void deliveries.send().catch(onFailure),
    onFailure,
  });
  return (...exchange: Parameters<typeof answer>) => void answer(...exchange);
}

function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      const { address, port: taken, family } = server.address() as AddressInfo;
      done(`http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`);
    });
  });
}

function limitConnections(server: Server): void {
  server.maxConnections = MAX_CONNECTIONS;
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    else socket.destroy();
  });
}

function close(server: Server): Promise<void> {
  const closed = new Promise<void>((done) => {
    server.close(() => done());
  });
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), CLOSE_MS).unref();
  return closed;
}
