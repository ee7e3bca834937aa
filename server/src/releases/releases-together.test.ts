import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createPool, type Pool } from '../../../api/src/platform/database/db';
import { cloneTemplate, type TestDatabase } from '../../../api/src/testing/test-database';
import { openTestReleases, type TestReleases } from '../../../api/src/testing/test-releases';

const POLLS = 'mf-polls';
const QUIZ = 'mf-quiz';
const author = { who: 'aoi@example.jp', why: '新しい投票' };
let folder: string;
let database: TestDatabase;
let pool: Pool;
let releases: TestReleases;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabiba-together-'));
  database = await cloneTemplate();
  pool = createPool(database.url);
  releases = openTestReleases({ pool, folder });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await pool.query('truncate releases, registry, environment_releases, release_history');
  for (const remote of [POLLS, QUIZ]) await releases.release(remote, '1.0.0-a');
});

async function putIntoPreview(remote: string, version: string): Promise<void> {
  await releases.stage(remote, version);
  await releases.store.environments.publish(
    { ...author, remote, version, environment: 'preview', evidence: `proof of ${remote}` },
    () => Promise.resolve(),
  );
}

type Check = (release: { remote: string; evidence: string }) => Promise<void>;
async function promoteTogether(remotes: readonly string[], check: Check = () => Promise.resolve()) {
  for (const remote of remotes) await putIntoPreview(remote, '1.0.0-b');
  return releases.store.environments.promote(
    {
      ...author,
      environment: 'preview',
      releases: remotes.map((remote) => ({ remote, version: '1.0.0-b' })),
      percent: null,
      rule: null,
      isForced: false,
    },
    { skippedIn: () => undefined, check },
  );
}

/** What is live of each remote; `retired` for one that is. */
const live = async () =>
  Object.fromEntries(
    (await releases.store.entries()).map(({ remote, version, isRetired }) => [
      remote,
      isRetired ? 'retired' : version.replace('1.0.0-', ''),
    ]),
  );
const rollBack = (remote: string) => releases.store.rollBack({ ...author, remote });

it('goes live whole, each with its own evidence', async () => {
  const checked: string[] = [];
  await promoteTogether([POLLS, QUIZ], ({ evidence }) => Promise.resolve(void checked.push(evidence)));
  expect(await live()).toEqual({ [POLLS]: 'b', [QUIZ]: 'b' });
  expect(checked).toEqual(['proof of mf-polls', 'proof of mf-quiz']);
  expect(await releases.store.environments.entries()).toEqual([]);
});

it('goes live not at all when one release is refused', async () => {
  const refused = promoteTogether([POLLS, QUIZ], ({ remote }) =>
    remote === QUIZ ? Promise.reject(new Error('does not fit')) : Promise.resolve(),
  );
  await expect(refused).rejects.toThrow('does not fit');
  expect(await live()).toEqual({ [POLLS]: 'a', [QUIZ]: 'a' });
  expect(await releases.store.environments.entries()).toHaveLength(2);
});

it.each([POLLS, QUIZ])('goes back whole with %s', async (remote) => {
  await promoteTogether([POLLS, QUIZ]);
  const other = remote === POLLS ? QUIZ : POLLS;
  expect((await releases.control.live()).remotes.find((entry) => entry.remote === remote)).toMatchObject({
    previousVersion: '1.0.0-a',
    goesBackWith: [other],
  });
  expect(await rollBack(remote)).toEqual({
    version: '1.0.0-a',
    left: '1.0.0-b',
    with: [{ remote: other, version: '1.0.0-b' }],
  });
  expect(await live()).toEqual({ [POLLS]: 'a', [QUIZ]: 'a' });
  // Once: what was live before is not of that change.
  await expect(rollBack(other)).rejects.toThrow('first release');
});

it('goes back whole when one of its releases fails', async () => {
  await promoteTogether([POLLS, QUIZ]);
  await releases.store.withdraw({ ...author, remote: QUIZ, version: '1.0.0-b', to: '1.0.0-a' });
  expect(await live()).toEqual({ [POLLS]: 'a', [QUIZ]: 'a' });
  expect(await releases.store.history(2)).toMatchObject([
    { action: 'rolled_back', remote: POLLS, fromVersion: '1.0.0-b' },
    { action: 'rolled_back', remote: QUIZ, fromVersion: '1.0.0-b' },
  ]);
});

it('leaves a remote alone that has had a newer release since', async () => {
  await promoteTogether([POLLS, QUIZ]);
  await releases.release(QUIZ, '1.0.0-c');
  expect((await rollBack(POLLS)).with).toEqual([]);
  expect(await live()).toEqual({ [POLLS]: 'a', [QUIZ]: 'c' });
});

it('retires the remote that it brought', async () => {
  await promoteTogether([POLLS, 'mf-votes']);
  await rollBack(POLLS);
  expect(await live()).toEqual({ [POLLS]: 'a', [QUIZ]: 'a', 'mf-votes': 'retired' });
});

it('lets a rollout beside it continue, and ends only that rollout first', async () => {
  await promoteTogether([POLLS, QUIZ]);
  await releases.release(QUIZ, '1.0.0-c', { percent: 10 });
  expect(await rollBack(QUIZ)).toMatchObject({ version: '1.0.0-b', left: '1.0.0-c', with: [] });
  await releases.release(QUIZ, '1.0.0-d', { percent: 10 });
  await rollBack(POLLS);
  expect((await releases.store.entries()).find(({ remote }) => remote === QUIZ)).toMatchObject({
    version: '1.0.0-a',
    rolloutVersion: '1.0.0-d',
    rolloutPercent: 10,
  });
});

it('does not go back when the files of one earlier release are gone', async () => {
  await promoteTogether([POLLS, QUIZ]);
  await releases.loseFiles(QUIZ, '1.0.0-a');
  await expect(rollBack(POLLS)).rejects.toThrow('The files of mf-quiz 1.0.0-a are no longer kept.');
  expect(await live()).toEqual({ [POLLS]: 'b', [QUIZ]: 'b' });
});
