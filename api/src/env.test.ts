import { readEnv } from './env';

const good = { DATABASE_URL: 'postgres://localhost/manabiba', SESSION_SECRET: 'x'.repeat(32) };

it('has a default for everything but the database and the secret', () => {
  expect(readEnv(good)).toMatchObject({
    port: 3000, publicUrl: 'http://localhost:3000', communicateMinAge: 13, closure: { mode: 'notice', endedOn: '2025-03-31', url: '' },
    room: { maxSpeakers: 50, maxListeners: 500 }, isProduction: false,
  });
});

it('counts an empty value as none, and follows the port', () => {
  expect(readEnv({ ...good, PORT: '4000', CLOSURE_MODE: '' })).toMatchObject({ port: 4000, publicUrl: 'http://localhost:4000', closure: { mode: 'notice' } });
});

it('names everything that is missing or wrong at once', () => {
  expect(() => readEnv({ PORT: 'many', CLOSURE_MODE: 'shut', CLOSURE_ENDED_ON: '2025-13-01', PUBLIC_URL: 'manabiba' }))
    .toThrow(/PUBLIC_URL[^]*DATABASE_URL is missing[^]*SESSION_SECRET is missing/);
  expect(() => readEnv({ ...good, PORT: 'many', CLOSURE_MODE: 'shut' })).toThrow(/PORT[^]*CLOSURE_MODE/);
});

it.each([
  ['a secret made for development', { SESSION_SECRET: `development-${'x'.repeat(32)}` }, /SESSION_SECRET/],
  ['a short secret', { SESSION_SECRET: 'short' }, /at least 32/],
  ['no public address', { PUBLIC_URL: undefined }, /PUBLIC_URL is missing/],
])('refuses %s in production', (_what, changes, message) => {
  expect(() => readEnv({ ...good, NODE_ENV: 'production', PUBLIC_URL: 'https://manabiba.example', ...changes })).toThrow(message);
});
