/** @jest-environment node */
import { deleteApp, initializeApp } from 'firebase/app';
import { initializeFirestore } from 'firebase/firestore';

import { connectEngine } from './connection';

it.each([
  ['http://localhost:3001', { host: 'localhost:3001', ssl: false }],
  ['https://192.0.2.7:3006', { host: '192.0.2.7:3006', ssl: true }],
  ['https://live.example.jp', { host: 'live.example.jp:443', ssl: true }],
  ['https://[fd00::2]:3006', { host: '[fd00::2]:3006', ssl: true }],
])('connects to the engine at %s with matching host and protocol', async (address, settings) => {
  const app = initializeApp({ projectId: 'manabiba' }, address);
  const database = initializeFirestore(app, {});
  connectEngine(database, address, 'a-token');
  expect(database.toJSON()).toMatchObject({ settings });
  await deleteApp(app);
});
