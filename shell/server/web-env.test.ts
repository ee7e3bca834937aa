/** @jest-environment node */
import { readWebEnv } from './web-env';

const project = { FIREBASE_API_KEY: 'key', FIREBASE_AUTH_DOMAIN: 'manabiba.firebaseapp.com' };
const production = {
  NODE_ENV: 'production',
  SESSION_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://manabiba.example.jp',
};

describe('sign-in by an identity provider', () => {
  it.each<[string, Record<string, string>, object | null]>([
    ['provided by an embedded issuer on a fresh machine', {}, { kind: 'embedded' }],
    ['absent in production without a project', production, null],
    [
      'provided by the project of the live documents',
      { ...production, ...project, FIRESTORE_PROJECT: 'manabiba' },
      { kind: 'firebase', projectId: 'manabiba', apiKey: 'key', authDomain: 'manabiba.firebaseapp.com' },
    ],
    [
      'provided by its own project',
      { ...production, ...project, FIRESTORE_PROJECT: 'manabiba', FIREBASE_PROJECT_ID: 'people' },
      { kind: 'firebase', projectId: 'people', apiKey: 'key', authDomain: 'manabiba.firebaseapp.com' },
    ],
    ['without a button where its window cannot be opened', { ...production, FIREBASE_PROJECT_ID: 'people' }, null],
  ])('is %s', (_how, given, identity) => {
    expect(readWebEnv(given).identity).toEqual(identity);
  });

  it('allows the origins that the sign-in window needs, and none without it', () => {
    const { policySources } = readWebEnv({ ...production, ...project, FIRESTORE_PROJECT: 'manabiba' });
    expect(policySources.frames).toContain('https://manabiba.firebaseapp.com');
    expect(policySources.connect).toContain('https://identitytoolkit.googleapis.com');
    expect(readWebEnv(production).policySources).not.toHaveProperty('hasPopups');
  });
});

it.each<[string, Record<string, string>, string[]]>([
  ['Cloud Firestore', { FIRESTORE_PROJECT: 'manabiba' }, ['https://firestore.googleapis.com']],
  ['an engine of live documents', { FIRESTORE_ENGINE_URL: 'http://engines:3001/' }, ['http://engines:3001']],
  [
    'the address of the engine for browsers',
    { FIRESTORE_ENGINE_URL: 'http://engines:3001', FIRESTORE_ENGINE_PUBLIC_URL: 'https://live.manabiba.example.jp/' },
    ['https://live.manabiba.example.jp'],
  ],
  ['nothing without live documents', {}, []],
])('allows pages to connect to %s', (_what, given, origins) => {
  expect(readWebEnv({ ...production, ...given }).policySources.connect).toEqual(origins);
});

it.each([
  ['plain http', 'http://manabiba.example.jp'],
  ['plain http on localhost', 'http://localhost:3000'],
  ['a missing address', ''],
])('rejects %s as the public address in production', (_what, PUBLIC_URL) => {
  expect(() => readWebEnv({ ...production, PUBLIC_URL })).toThrow(/PUBLIC_URL must begin with https:/);
});

it('requires the complete project before Firebase Analytics is used', () => {
  expect(() => readWebEnv({ ...production, FIREBASE_MEASUREMENT_ID: 'G-ABC123' })).toThrow(/FIREBASE_API_KEY/);
  expect(
    readWebEnv({
      ...production,
      ...project,
      FIREBASE_APP_ID: 'app',
      FIRESTORE_PROJECT: 'manabiba',
      FIREBASE_MEASUREMENT_ID: 'G-ABC123',
    }).firebaseAnalytics,
  ).toEqual({ apiKey: 'key', projectId: 'manabiba', appId: 'app', measurementId: 'G-ABC123' });
});

describe('payments', () => {
  it('allow Stripe in pages where Stripe is configured', () => {
    const { policySources } = readWebEnv({ ...production, STRIPE_PUBLISHABLE_KEY: 'pk_live_12345678' });
    expect(policySources.code).toContain('https://js.stripe.com');
    expect(policySources.frames).toContain('https://hooks.stripe.com');
    expect(policySources.connect).toContain('https://api.stripe.com');
    expect(policySources.hasUnsealedScripts).toBe(true);
  });

  it('allow the engine, and not Stripe, where the engine is configured', () => {
    const { policySources } = readWebEnv({
      STRIPE_PUBLISHABLE_KEY: 'pk_test_12345678',
      STRIPE_ENGINE_URL: 'http://127.0.0.1:3003',
      STRIPE_ENGINE_PUBLIC_URL: 'http://localhost:3003',
    });
    const origins = ['http://localhost:3003'];
    expect(policySources).toMatchObject({ code: origins, frames: origins, connect: origins });
  });

  it('allow neither where nothing is configured', () => {
    expect(readWebEnv(production).policySources).toMatchObject({ code: [], frames: [], connect: [] });
  });
});
