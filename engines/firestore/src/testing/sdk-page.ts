import { initializeApp } from 'firebase/app';
import * as sdk from 'firebase/firestore';

import { sdkBehaviours } from './sdk-behaviour';

interface ConnectOptions {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  readonly serverHeader: string;
  readonly serverSecret: string;
  readonly settings: sdk.FirestoreSettings;
}

// The functions that the test page exposes to its test.
let connection: { db: sdk.Firestore; given: ConnectOptions } | undefined;

Object.assign(globalThis, {
  connect: (given: ConnectOptions) => {
    const db = sdk.initializeFirestore(
      initializeApp({ projectId: 'test', apiKey: 'any' }, JSON.stringify(given.settings)),
      given.settings,
    );
    sdk.connectFirestoreEmulator(db, given.host, given.port, { mockUserToken: given.token });
    connection = { db, given };
  },
  show: (name: string) => {
    const behaviour = sdkBehaviours.find((one) => one.name === name);
    if (!behaviour || !connection) throw new Error(`Nothing is known of ${name}.`);
    const { db, given } = connection;
    const setAsServer = (path: string, fields: object) =>
      fetch(`http://${given.host}:${given.port}/v1/projects/test/databases/(default)/documents/${path}`, {
        method: 'PATCH',
        body: JSON.stringify({ fields }),
        headers: { 'content-type': 'application/json', [given.serverHeader]: given.serverSecret },
      });
    return behaviour.show({ sdk, db, setAsServer, place: Object.keys(given.settings)[0] ?? 'streaming' });
  },
});
