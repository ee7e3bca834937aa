import type { IncomingMessage } from 'node:http';

import { assemble } from './assemble';
import { connectedAccount } from './connect/accounts';
import { answerRequests } from './http/answer';
import { createRouter } from './http/router';
import { close, createHttpServer, listen } from './http/server';
import { includable } from './nouns';
import { API_VERSION, type StripeEngineOptions } from './options';
import { type PageActions, pageActions } from './pages/page-actions';
import { createPages, type Pages } from './pages/pages';
import { routes } from './routes';
import { startWorker } from './time/worker';
import type { Faults } from './work/work';

export type { StripeEngineOptions } from './options';

export interface StripeEngine {
  /** Starts listening; port 0 picks a free one. Resolves to the URL, `http://127.0.0.1:4300`. */
  listen(port: number, host?: string): Promise<string>;
  /** The URL, available once listening. */
  readonly url: string;
  /** Registers HTML pages; the engine itself answers /v1. */
  readonly pages: Pages;
  /** The actions behind those pages: complete challenges, pay at a konbini, advance the clock. */
  readonly actions: PageActions;
  /** Processes everything that is due now and sends pending events; a timer does the same every second. */
  runDue(): Promise<void>;
  /** Configures injected delivery faults. */
  setFaults(faults: Partial<Faults>): void;
  /** Resolves while requests are answered and objects can be written; rejects with the reason otherwise. */
  health(): Promise<void>;
  /** Ends requests and deliveries; unsent events are sent after the next start. */
  close(): Promise<void>;
}

const NO_FAULTS: Faults = { duplicate: 0, delayMs: 0 };

/**
 * Creates a service that speaks Stripe's API for the unmodified official SDKs: `new Stripe(key, { host, port, protocol:
 * 'http' })`. Its objects are kept in the given storage.
 */
export async function createStripeEngine(options: StripeEngineOptions): Promise<StripeEngine> {
  if (process.env.NODE_ENV === 'production' && !options.allowInProduction)
    throw new Error(
      'The Stripe engine does not process real payments. Pass allowInProduction to run it with NODE_ENV=production.',
    );
  const { storage } = options;
  await storage.open();
  let [url, isWoken] = ['', false];
  let faults: Faults = { ...NO_FAULTS, ...options.webhooks?.faults };
  const onFailure = (failure: unknown, request?: IncomingMessage) =>
    options.logger?.error({ err: failure, path: request?.url?.split('?')[0] }, 'A part of the Stripe engine failed.');
  const wake = () => {
    isWoken = true;
  };
  const parts = assemble(options, { url: () => url, faults: () => faults, wake, onFailure });
  await parts.clock.load();
  const worker = startWorker(parts.doWhatIsDue, onFailure);
  /** After a call, sends its events and completes a test clock advance that it has started. */
  const onChanged = () => {
    const further = isWoken ? worker.run() : parts.deliveries.send();
    isWoken = false;
    further.catch(onFailure);
  };
  const pages = createPages();
  const server = createHttpServer(listener(options, parts, pages, onChanged, onFailure));
  return {
    listen: async (port, host = '127.0.0.1') => {
      url = await listen(server, port, host);
      return url;
    },
    get url() {
      return url;
    },
    pages,
    actions: pageActions({ ...parts, storage, worker, onChanged }),
    runDue: worker.run,
    setFaults: (changed) => {
      faults = { ...faults, ...changed };
    },
    health: async () => {
      if (!server.listening) throw new Error('The Stripe engine does not listen.');
      await storage.ping();
    },
    close: async () => {
      await close(server);
      await worker.stop();
      await parts.deliveries.stop();
      await storage.close();
    },
  };
}

function listener(
  { keys, storage }: StripeEngineOptions,
  { realMs, workOptions }: ReturnType<typeof assemble>,
  pages: Pages,
  onChanged: () => void,
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
    checkAccount: connectedAccount,
    pages,
    onChanged,
    onFailure,
  });
  return (...exchange: Parameters<typeof answer>) => void answer(...exchange);
}
