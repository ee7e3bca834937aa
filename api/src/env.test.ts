import { createECDH } from 'node:crypto';

import { readEnv } from './env';

const good = { DATABASE_URL: 'postgres://localhost/manabiba', SESSION_SECRET: 'x'.repeat(32) };

it('has a default for everything except the database and the secret', () => {
  expect(readEnv(good)).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    communicateMinAge: 13,
    closure: { mode: 'notice', endedOn: '2025-03-31', url: '' },
    room: { maxSpeakers: 50, maxListeners: 500 },
    isProduction: false,
  });
});

describe('the database', () => {
  const direct = 'postgres://localhost:5432/manabiba';

  it.each([
    ['of its own', {}, { isBehindPooler: false, hasNamedStatements: true }],
    ['of its own, without names', { DATABASE_PREPARED_STATEMENTS: 'off' }, { hasNamedStatements: false }],
    ['behind a pooler', { DATABASE_DIRECT_URL: direct }, { isBehindPooler: true, hasNamedStatements: false }],
    [
      'behind a pooler that follows names',
      { DATABASE_DIRECT_URL: direct, DATABASE_PREPARED_STATEMENTS: 'on' },
      { isBehindPooler: true, hasNamedStatements: true },
    ],
  ])('is %s', (_what, given, pool) => {
    const env = readEnv({ ...good, ...given });
    expect(env.databasePool).toMatchObject({ max: 10, ...pool });
    expect([env.databaseUrl, env.databaseDirectUrl]).toEqual([
      good.DATABASE_URL,
      'DATABASE_DIRECT_URL' in given ? direct : good.DATABASE_URL,
    ]);
  });

  it('has a direct address of PostgreSQL', () => {
    expect(() => readEnv({ ...good, DATABASE_DIRECT_URL: 'localhost' })).toThrow(
      'DATABASE_DIRECT_URL must begin with postgres://',
    );
  });
});

it('treats an empty value as unset, and derives defaults from the port', () => {
  expect(readEnv({ ...good, PORT: '4000', CLOSURE_MODE: '' })).toMatchObject({
    port: 4000,
    publicUrl: 'http://localhost:4000',
    closure: { mode: 'notice' },
  });
});

it('reports everything that is missing or wrong at once', () => {
  expect(() =>
    readEnv({ PORT: 'many', CLOSURE_MODE: 'shut', CLOSURE_ENDED_ON: '2025-13-01', PUBLIC_URL: 'manabiba' }),
  ).toThrow(/PUBLIC_URL[^]*DATABASE_URL is missing[^]*SESSION_SECRET is missing/);
  expect(() => readEnv({ ...good, PORT: 'many', CLOSURE_MODE: 'shut' })).toThrow(/PORT[^]*CLOSURE_MODE/);
});

it.each([
  ['a development secret', { SESSION_SECRET: `development-${'x'.repeat(32)}` }, /SESSION_SECRET/],
  ['a short secret', { SESSION_SECRET: 'short' }, /at least 32/],
  ['a missing public address', { PUBLIC_URL: undefined }, /PUBLIC_URL is missing/],
  ['a public address over plain http', { PUBLIC_URL: 'http://localhost:3000' }, /PUBLIC_URL must begin with https:/],
])('rejects %s in production', (_what, changes, message) => {
  expect(() =>
    readEnv({ ...good, NODE_ENV: 'production', PUBLIC_URL: 'https://manabiba.example', ...changes }),
  ).toThrow(message);
});

describe('web push', () => {
  const vapid = createECDH('prime256v1');
  vapid.generateKeys();
  const keys = {
    VAPID_PUBLIC_KEY: vapid.getPublicKey('base64url'),
    VAPID_PRIVATE_KEY: vapid.getPrivateKey('base64url'),
  };

  it('is off without keys, and refuses private endpoints unless they are allowed', () => {
    expect(readEnv(good).push).toBeNull();
    expect(readEnv({ ...good, ...keys, PUBLIC_URL: 'https://manabiba.example' }).push).toEqual({
      publicKey: keys.VAPID_PUBLIC_KEY,
      privateKey: keys.VAPID_PRIVATE_KEY,
      subject: 'https://manabiba.example',
      allowsPrivateEndpoints: false,
    });
  });

  it.each([
    ['one key without the other', { VAPID_PRIVATE_KEY: undefined }, /needed together/],
    ['keys of two pairs', { VAPID_PUBLIC_KEY: `B${'A'.repeat(86)}` }, /does not belong/],
    ['a subject that cannot be contacted', { VAPID_SUBJECT: 'manabiba' }, /VAPID_SUBJECT/],
  ])('rejects %s', (_what, changes, message) => {
    expect(() => readEnv({ ...good, ...keys, ...changes })).toThrow(message);
  });
});

describe('live documents', () => {
  const engine = { FIRESTORE_ENGINE_URL: 'http://127.0.0.1:3001/', REALTIME_SECRET: 'y'.repeat(32) };
  const cloud = {
    FIRESTORE_PROJECT: 'manabiba-prod',
    FIREBASE_API_KEY: 'k',
    FIREBASE_AUTH_DOMAIN: 'd',
    FIREBASE_APP_ID: 'a',
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({ client_email: 'api@example.test', private_key: 'pem' }),
  };

  it('are off, in the built-in engine or in Cloud Firestore, which takes precedence', () => {
    expect(readEnv(good).realtime).toBeNull();
    expect(readEnv({ ...good, ...engine }).realtime).toMatchObject({
      kind: 'embedded',
      url: 'http://127.0.0.1:3001',
      publicUrl: 'http://127.0.0.1:3001',
    });
    expect(readEnv({ ...good, ...engine, ...cloud }).realtime).toMatchObject({
      kind: 'cloud',
      projectId: 'manabiba-prod',
      account: { clientEmail: 'api@example.test' },
    });
  });

  it('also set the project for sign-in, unless another one is given', () => {
    expect(readEnv(good).firebaseProjectId).toBe('');
    expect(readEnv({ ...good, ...cloud }).firebaseProjectId).toBe('manabiba-prod');
    expect(readEnv({ ...good, ...cloud, FIREBASE_PROJECT_ID: 'manabiba-people' }).firebaseProjectId).toBe(
      'manabiba-people',
    );
  });

  it('require their secrets, and non-development ones in production', () => {
    expect(() => readEnv({ ...good, FIRESTORE_ENGINE_URL: engine.FIRESTORE_ENGINE_URL })).toThrow(
      /REALTIME_SECRET is missing/,
    );
    expect(() => readEnv({ ...good, FIRESTORE_PROJECT: 'p', FIREBASE_SERVICE_ACCOUNT: '{}' })).toThrow(
      /FIREBASE_API_KEY[^]*FIREBASE_SERVICE_ACCOUNT is not/,
    );
    const production = { ...good, ...engine, NODE_ENV: 'production', PUBLIC_URL: 'https://manabiba.example' };
    expect(() => readEnv({ ...production, REALTIME_SECRET: `development-${'x'.repeat(32)}` })).toThrow(
      /REALTIME_SECRET was made for development/,
    );
  });
});

describe('voice and video', () => {
  const keys = { LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 's'.repeat(32) };

  it('are off, in the built-in engine or in LiveKit, which takes precedence', () => {
    expect(readEnv(good).media).toBeNull();
    const engine = { LIVEKIT_ENGINE_URL: 'http://127.0.0.1:3002/' };
    expect(readEnv({ ...good, ...keys, ...engine }).media).toEqual({
      kind: 'embedded',
      apiUrl: 'http://127.0.0.1:3002',
      publicUrl: 'ws://127.0.0.1:3002',
      apiKey: 'key',
      apiSecret: 's'.repeat(32),
    });
    expect(
      readEnv({ ...good, ...keys, ...engine, LIVEKIT_ENGINE_PUBLIC_URL: 'https://manabiba.test' }).media?.publicUrl,
    ).toBe('wss://manabiba.test');
    expect(readEnv({ ...good, ...keys, ...engine, LIVEKIT_URL: 'wss://media.test/' }).media).toMatchObject({
      kind: 'livekit',
      apiUrl: 'https://media.test',
      publicUrl: 'wss://media.test',
    });
  });

  it.each([
    ['a missing key', { LIVEKIT_API_KEY: '' }, /LIVEKIT_API_KEY is missing beside LIVEKIT_URL/],
    ['a missing secret', { LIVEKIT_API_SECRET: '' }, /LIVEKIT_API_SECRET is missing beside LIVEKIT_URL/],
    ['a URL of another kind', { LIVEKIT_URL: 'ftp://media.test' }, /LIVEKIT_URL must be/],
  ])('reject %s', (_what, changes, message) => {
    expect(() => readEnv({ ...good, ...keys, LIVEKIT_URL: 'wss://media.test', ...changes })).toThrow(message);
  });

  it.each([
    ['a development secret', { LIVEKIT_API_SECRET: `development-${'x'.repeat(32)}` }, /was made for development/],
    ['the development key', { LIVEKIT_API_KEY: 'devkey' }, /was made for development/],
    ['a short secret', { LIVEKIT_API_SECRET: 'secret' }, /at least 32 characters/],
    ['a plain URL', { LIVEKIT_URL: 'ws://media.test' }, /LIVEKIT_URL must begin with wss:/],
  ])('reject %s in production', (_what, changes, message) => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://manabiba.test' };
    const media = { ...keys, LIVEKIT_URL: 'wss://media.test' };
    expect(readEnv({ ...good, ...production, ...media }).media?.kind).toBe('livekit');
    expect(() => readEnv({ ...good, ...production, ...media, ...changes })).toThrow(message);
  });
});
