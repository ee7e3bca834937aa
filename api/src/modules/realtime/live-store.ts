import type { Firestore } from '@google-cloud/firestore';

import type { RealtimeEnv } from '../../env';
import { ENGINE_SERVER_HEADER, realtimeKeys } from './realtime-keys';

/** One document as it is to be: whole, some of its fields, or gone. */
export type LiveWrite =
  { path: string; data: Record<string, unknown>; isPartial?: boolean } | { path: string; data: null };

/** Cloud Firestore, or the engine that speaks like it. */
export interface LiveStore {
  /** Writes all or nothing; resolves once it is durable. */
  commit(writes: readonly LiveWrite[]): Promise<void>;
  close(): Promise<void>;
}

/** Longest time that one commit may take, in milliseconds; what it was about is written again. */
const COMMIT_TIMEOUT_MS = 10_000;

/**
 * Writes live documents with Google's own library over REST, to Cloud Firestore and to the built-in engine alike. The
 * library is loaded by the first write: it is large, and nobody waits for it at the start.
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
    // The engine knows the api by its secret, not by an account of Google's. Node's own fetch keeps connections open.
    authClient: new google.PassThroughClient({ transporterOptions: { fetchImplementation: fetch } }),
    customHeaders: { [ENGINE_SERVER_HEADER]: realtimeKeys(realtime.secret).serverSecret, Authorization: '' },
    // Over REST no gRPC is needed; without this the library loads it only to make credentials that nobody uses.
    grpc: { credentials: { createInsecure: () => undefined } },
  });
}

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
