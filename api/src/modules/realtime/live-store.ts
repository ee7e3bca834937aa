import type { Firestore } from '@google-cloud/firestore';
import { activeTraceparent } from '@manabiba/telemetry/spans';

import type { RealtimeEnv } from '../../env';
import { ENGINE_SERVER_HEADER, realtimeKeys } from './realtime-keys';

/** A write: a whole document, some of its fields, or a deletion. */
export type LiveWrite =
  | { path: string; data: Record<string, unknown>; isPartial?: boolean }
  | { path: string; data: null };

/** Cloud Firestore or the built-in engine. */
export interface LiveStore {
  /** Writes atomically; resolves once the writes are durable. */
  commit(writes: readonly LiveWrite[]): Promise<void>;
  close(): Promise<void>;
}

/** Timeout of one commit, in milliseconds; its writes are retried. */
const COMMIT_TIMEOUT_MS = 10_000;

/**
 * Writes live documents through Google's library over REST, to Cloud Firestore and the built-in engine alike. The
 * library is large, so it is loaded on the first write and does not delay the start.
 */
export function createLiveStore(realtime: RealtimeEnv): LiveStore {
  let opening: Promise<Firestore> | null = null;
  const open = () => (opening ??= openFirestore(realtime));

  return {
    async commit(writes) {
      const firestore = await open();
      const batch = firestore.batch();
      for (const write of writes) {
        const document = firestore.doc(write.path);
        if (write.data === null) batch.delete(document);
        else batch.set(document, write.data, { merge: write.isPartial ?? false });
      }
      await withinTime(batch.commit());
    },

    async close() {
      const firestore = await opening?.catch(() => undefined);
      await firestore?.terminate();
    },
  };
}

async function openFirestore(realtime: RealtimeEnv): Promise<Firestore> {
  const [{ Firestore: Client }, google] = await Promise.all([
    import('@google-cloud/firestore'),
    import('google-auth-library'),
  ]);
  const { projectId } = realtime;
  if (realtime.kind === 'cloud') {
    const { clientEmail, privateKey } = realtime.account;
    return new Client({
      projectId,
      preferRest: true,
      credentials: { client_email: clientEmail, private_key: privateKey },
    });
  }
  const { host, protocol } = new URL(realtime.url);
  return new Client({
    projectId,
    preferRest: true,
    host,
    ssl: protocol === 'https:',
    // The engine authenticates the api by a shared secret, not a Google account. Node's fetch keeps connections alive.
    authClient: new google.PassThroughClient({ transporterOptions: { fetchImplementation: fetchInTrace } }),
    customHeaders: { [ENGINE_SERVER_HEADER]: realtimeKeys(realtime.secret).serverSecret, Authorization: '' },
    // REST needs no gRPC; without this stub the library loads gRPC only to create unused credentials.
    grpc: { credentials: { createInsecure: () => undefined } },
  });
}

/** Propagates the trace context to the engine. */
const fetchInTrace: typeof fetch = (input, init) => {
  const traceparent = activeTraceparent();
  if (traceparent === null) return fetch(input, init);
  const headers = new Headers(init?.headers);
  headers.set('traceparent', traceparent);
  return fetch(input, { ...init, headers });
};

async function withinTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The live documents did not answer within ${COMMIT_TIMEOUT_MS} ms`)),
      COMMIT_TIMEOUT_MS,
    );
  });
  try {
    await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
