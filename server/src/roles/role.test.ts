import { createDrain } from './drain';
import { withEngineKeys } from './embedded-engines';
import { mustFitRole, readRole } from './role';

it.each([
  [[], 'all'],
  [['--role', 'web'], 'web'],
  [['--role=jobs'], 'jobs'],
])('reads %j as the role %s', (words, role) => {
  expect(readRole(words)).toBe(role);
});

it.each([[['--role', 'worker']], [['--role']], [['jobs']], [['--port', '80']]])('refuses %j', (words) => {
  expect(() => readRole(words)).toThrow(/^The program takes --role all, web, api, jobs or engines, not "/);
});

it.each([
  ['web', {}, /^--role web needs API_URL/],
  ['all', { API_URL: 'http://api:3000' }, /^API_URL is the address of an api in other processes/],
  ['jobs', { DEMO: 'on' }, /^DEMO=on works with --role all only/],
  ['api', { FIRESTORE_ENGINE: 'on' }, /^FIRESTORE_ENGINE=on .* not with --role api: set FIRESTORE_ENGINE_URL/],
  ['web', { API_URL: 'http://api:3000', LIVEKIT_ENGINE: 'on' }, /^LIVEKIT_ENGINE=on .* set LIVEKIT_ENGINE_URL/],
  ['jobs', { STRIPE_ENGINE: 'on' }, /^STRIPE_ENGINE=on .* set STRIPE_ENGINE_URL/],
] as const)('refuses the role %s with %j', (role, env, reason) => {
  expect(() => mustFitRole(role, env)).toThrow(reason);
});

it.each([
  ['web', { API_URL: 'http://api:3000' }],
  ['api', { API_URL: 'http://api:3000', FIRESTORE_ENGINE: 'on', FIRESTORE_ENGINE_URL: 'http://engines:3001' }],
  ['jobs', { FIRESTORE_ENGINE: 'on', FIRESTORE_PROJECT: 'p' }],
  ['engines', { FIRESTORE_ENGINE: 'on', FIRESTORE_ENGINE_URL: 'http://engines:3001' }],
] as const)('accepts the role %s with %j, which all processes may share', (role, env) => {
  expect(() => mustFitRole(role, env)).not.toThrow();
});

it('gives processes the keys of engines elsewhere, unless they are configured', () => {
  const shared = {
    SESSION_SECRET: 's',
    REALTIME_SECRET: 'r',
    STRIPE_ENGINE_URL: 'http://e:3',
    LIVEKIT_ENGINE_URL: 'http://e:2',
  };
  expect(withEngineKeys(shared)).toMatchObject({
    STRIPE_SECRET_KEY: expect.stringMatching(/^sk_test_/) as string,
    LIVEKIT_API_KEY: 'embedded',
  });
  expect(withEngineKeys({ ...shared, LIVEKIT_API_KEY: 'own', LIVEKIT_API_SECRET: 'own' })).toMatchObject({
    LIVEKIT_API_SECRET: 'own',
  });
  expect(withEngineKeys({ SESSION_SECRET: 's' })).toEqual({ SESSION_SECRET: 's' });
});

it.each(['-1', '601', 'soon'])('refuses to drain for %s seconds', (seconds) => {
  expect(() => createDrain({ DRAIN_SECONDS: seconds })).toThrow(/^DRAIN_SECONDS must be a number from 0 to 600/);
});
