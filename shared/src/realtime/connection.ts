import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  doc,
  type DocumentData,
  type Firestore,
  type FirestoreError,
  initializeFirestore,
  limitToLast,
  memoryLocalCache,
  onSnapshot,
  orderBy,
  query,
  type QuerySnapshot,
  terminate,
  Timestamp,
} from 'firebase/firestore';

import type { EndpointOutput } from '../contract/endpoint';
import type { createRealtimeToken } from '../contract/realtime';
import type { LiveObserver, LiveRefusal, LiveTarget, LiveUpdate, LiveValue } from './target';

/** A token from the api with the service that accepts it. */
export type LiveCredentials = EndpointOutput<typeof createRealtimeToken>;

/** A connection to the live documents with one token. */
export interface LiveConnection {
  /** Subscribes with metadata changes included. Returns the unsubscribe function. */
  listen(target: LiveTarget, observer: LiveObserver): () => void;
  close(): Promise<void>;
}

let count = 0;

/**
 * Opens a connection to the engine or to Cloud Firestore, depending on the credentials.
 *
 * Nothing is stored on the device: a school's computer has many users. The engine's token cannot be replaced on an open
 * connection: another token needs another connection.
 */
export async function openConnection({ token, config }: LiveCredentials): Promise<LiveConnection> {
  count += 1;
  const app = initializeApp(config.kind === 'cloud' ? config : { projectId: config.projectId }, `live-${count}`);
  const database = initializeFirestore(app, { localCache: memoryLocalCache() });
  if (config.kind === 'cloud') await signIn(app, token);
  else connectEngine(database, config.url, token);
  return {
    listen: (target, observer) => listen(database, target, observer),
    close: async () => {
      await terminate(database);
      await deleteApp(app);
    },
  };
}

/** Private settings of the SDK. */
interface OwnSettings {
  _getSettings(): { ssl: boolean };
}

/** Sets the engine and the token. The SDK calls every emulator over plain http, which a page over https must not do. */
export function connectEngine(database: Firestore, address: string, token: string): void {
  const { protocol, hostname, port } = new URL(address);
  const isSecure = protocol === 'https:';
  connectFirestoreEmulator(database, hostname, Number(port || (isSecure ? 443 : 80)), { mockUserToken: token });
  (database as Firestore & OwnSettings)._getSettings().ssl = isSecure;
}

/** Firebase authentication is loaded only when a Firebase project is configured. */
async function signIn(app: FirebaseApp, token: string): Promise<void> {
  const { inMemoryPersistence, initializeAuth, signInWithCustomToken } = await import('firebase/auth');
  await signInWithCustomToken(initializeAuth(app, { persistence: inMemoryPersistence }), token);
}

function listen(database: Firestore, target: LiveTarget, observer: LiveObserver): () => void {
  const options = { includeMetadataChanges: true };
  const refuse = ({ code }: FirestoreError) => observer.refuse(code as LiveRefusal);
  if (target.kind === 'document') {
    return onSnapshot(
      doc(database, target.path),
      options,
      (snapshot) => {
        const data = snapshot.data();
        observer.next({
          isWhole: true,
          changed: data ? [[snapshot.id, plain(data)]] : [],
          removed: [],
          order: data ? [snapshot.id] : [],
          isLive: !snapshot.metadata.fromCache,
        });
      },
      refuse,
    );
  }
  const constraints = [
    ...(target.orderBy ?? []).map(({ field, direction }) => orderBy(field, direction)),
    ...(target.limitToLast ? [limitToLast(target.limitToLast)] : []),
  ];
  return onSnapshot(
    query(collection(database, target.path), ...constraints),
    options,
    (snapshot) => observer.next(updateOf(snapshot)),
    refuse,
  );
}

function updateOf(snapshot: QuerySnapshot): LiveUpdate {
  const changes = snapshot.docChanges();
  const isReordered = changes.some(({ type, oldIndex, newIndex }) => type !== 'modified' || oldIndex !== newIndex);
  return {
    isWhole: false,
    changed: changes.filter(({ type }) => type !== 'removed').map(({ doc: found }) => [found.id, plain(found.data())]),
    removed: changes.filter(({ type }) => type === 'removed').map(({ doc: found }) => found.id),
    order: isReordered ? snapshot.docs.map(({ id }) => id) : null,
    isLive: !snapshot.metadata.fromCache,
  };
}

/** Converts to plain objects, which can be sent between threads, with times as ISO 8601 as in the contract. */
function plain(data: DocumentData): LiveValue {
  return Object.fromEntries(
    Object.entries(data).map(([field, value]: [string, unknown]) => [
      field,
      value instanceof Timestamp ? value.toDate().toISOString() : value,
    ]),
  );
}
