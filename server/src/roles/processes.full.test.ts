import { type RecordingFirestore, startRecordingFirestore } from '../../../api/src/testing/recording-firestore';
import { startTestApp, type TestApp } from '../../../api/src/testing/start-test-app';
import { buildRoleProgram, type RoleProcess, type RoleProgram } from '../testing/role-process';

// Runs the program in processes of its roles, on a real PostgreSQL.

let world: TestApp;
let live: RecordingFirestore;
let program: RoleProgram;
let env: Record<string, string>;

beforeAll(async () => {
  [world, live, program] = await Promise.all([startTestApp(), startRecordingFirestore(), buildRoleProgram()]);
  env = {
    DATABASE_URL: world.env.databaseUrl,
    SESSION_SECRET: world.env.sessionSecret,
    REALTIME_SECRET: 'a realtime secret for these tests only',
    FIRESTORE_ENGINE_URL: live.url,
    LOG_LEVEL: 'silent',
  };
});
afterAll(async () => {
  await program.remove();
  await live.close();
  await world.close();
});

const status = async (url: string) => (await fetch(url)).status;

/** Polls until the check holds: processes act on their own. */
async function eventually(check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error('It never became true.');
    await new Promise((next) => {
      setTimeout(next, 25);
    });
  }
}

const call = (process: RoleProcess, path: string, body: object, token = world.tokens.adult) =>
  fetch(`${process.url}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it('the api answers calls without pages and leaves the work to jobs, which write each document once', async () => {
  const api = await program.start('api', env);
  expect(await status(`${api.url}/readyz`)).toBe(200);
  expect(await status(`${api.url}/`)).toBe(404);
  // No process writes the documents, so that the token waits in vain.
  expect((await call(api, '/realtime_token', {})).status).toBe(200);
  expect(live.commits).toEqual([]);

  const jobs = await Promise.all([program.start('jobs', env), program.start('jobs', env)]);
  expect(await Promise.all(jobs.map(({ url }) => status(`${url}/readyz`)))).toEqual([200, 200]);
  expect(await Promise.all(jobs.map(({ url }) => status(`${url}/v1/classrooms`)))).toEqual([404, 404]);
  await eventually(async () => (await world.db.selectFrom('live_outbox').select('path').execute()).length === 0);
  live.commits.length = 0;

  const people = ['adult', 'student', 'child', 'professional', 'staff'] as const;
  const answers = await Promise.all(people.map((name) => call(api, '/realtime_token', {}, world.tokens[name])));
  expect(answers.map((answer) => answer.status)).toEqual(people.map(() => 200));
  // The api waited for the documents that others wrote.
  const written = live.commits.flat().filter((path) => path.startsWith('people/') || path.startsWith('persons/'));
  expect(written.length).toBeGreaterThan(0);
  expect(new Set(written).size).toBe(written.length);
});

it('a stopping process is not ready, keeps answering for the configured time, then ends', async () => {
  const api = await program.start('api', { ...env, DRAIN_SECONDS: '3' });
  api.signal('SIGTERM');
  await eventually(async () => (await status(`${api.url}/readyz`)) === 503);
  const answer = await fetch(`${api.url}/v1/classrooms`);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  expect(await api.ended).toBe(0);
});

it('a process of jobs drains too, and a second signal ends it at once', async () => {
  const jobs = await program.start('jobs', { ...env, DRAIN_SECONDS: '600' });
  jobs.signal('SIGTERM');
  await eventually(async () => (await status(`${jobs.url}/readyz`)) === 503);
  expect(await status(`${jobs.url}/healthz`)).toBe(200);
  jobs.signal('SIGTERM');
  expect(await jobs.ended).toBe(130);
});

it('a configuration that no role can fulfil is refused in one sentence', async () => {
  await expect(program.start('web', env)).rejects.toThrow(/^--role web needs API_URL: [^\n]+$/);
  await expect(
    program.start('engines', { ...env, NODE_ENV: 'production', PUBLIC_URL: 'https://m.test' }),
  ).rejects.toThrow(/^--role engines has nothing to run: [^\n]+$/);
});
