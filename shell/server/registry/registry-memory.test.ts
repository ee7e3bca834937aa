import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { aRelease, startTestServer } from '../testing/start-test-server';

let folder: string;
let registryFile: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabiba-registry-'));
  registryFile = join(folder, 'last-registry.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type World = Awaited<ReturnType<typeof startTestServer>>;
const versionsOf = async ({ server }: World) => {
  const answer = await server.inject({ url: '/registry.json' });
  if (answer.statusCode !== 200) return answer.statusCode;
  const { remotes } = answer.json<{ remotes: Record<string, { version: string }> }>();
  return Object.fromEntries(Object.entries(remotes).map(([name, { version }]) => [name, version]));
};

/** Simulates one run of the server against the given database state. Returns the releases it serves. */
async function live(prepare: (registry: World['registry']) => void, { waitsForFile = false } = {}) {
  const world = await startTestServer({ registryFile });
  prepare(world.registry);
  const before = await readFile(registryFile, 'utf8').catch(() => '');
  const served = await versionsOf(world);
  while (waitsForFile && (await readFile(registryFile, 'utf8').catch(() => '')) === before)
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  await world.close();
  return served;
}

const at = (version: string, revision: number) => aRelease('mf-classrooms', {}, { version, revision });
const liveSecond = () =>
  live(
    (registry) => {
      registry.rows = [at('2', 2)];
    },
    { waitsForFile: true },
  );

it('serves the last known releases when the database is down at startup', async () => {
  await liveSecond();
  expect(
    await live((registry) => {
      registry.fails = true;
    }),
  ).toEqual({ 'mf-classrooms': '2' });
});

it('serves them when the database hangs', async () => {
  await liveSecond();
  expect(
    await live((registry) => {
      registry.hangs = true;
    }),
  ).toEqual({ 'mf-classrooms': '2' });
});

it('keeps the last good release when the entry was tampered with before startup', async () => {
  await liveSecond();
  const tampered = { ...at('3', 3), signature: at('2', 2).signature };
  expect(
    await live((registry) => {
      registry.rows = [tampered];
    }),
  ).toEqual({ 'mf-classrooms': '2' });
  const manifest = { ...at('3', 3).manifest, entry: 'other.js' };
  expect(
    await live((registry) => {
      registry.rows = [{ ...at('3', 3), manifest }];
    }),
  ).toEqual({ 'mf-classrooms': '2' });
});

it('rejects a correctly signed entry that is older than the one it served', async () => {
  await liveSecond();
  expect(
    await live((registry) => {
      registry.rows = [at('1', 1)];
    }),
  ).toEqual({ 'mf-classrooms': '2' });
});

it('prefers a newer database entry to an older file', async () => {
  await liveSecond();
  const older = await readFile(registryFile, 'utf8');
  expect(
    await live(
      (registry) => {
        registry.rows = [at('3', 3)];
      },
      { waitsForFile: true },
    ),
  ).toEqual({ 'mf-classrooms': '3' });
  await writeFile(registryFile, older);
  expect(
    await live((registry) => {
      registry.rows = [at('3', 3)];
    }),
  ).toEqual({ 'mf-classrooms': '3' });
});

it.each([
  ['changed', (text: string) => text.replaceAll('"version":"2"', '"version":"9"')],
  ['without a signature', (text: string) => JSON.stringify({ rows: (JSON.parse(text) as { rows: unknown }).rows })],
  ['invalid JSON', () => '{'],
  ['of another shape', () => '{"rows":{}}'],
])('ignores a file that is %s', async (_what, change) => {
  await liveSecond();
  await writeFile(registryFile, change(await readFile(registryFile, 'utf8')));
  expect(
    await live((registry) => {
      registry.fails = true;
    }),
  ).toBe(503);
  expect(
    await live((registry) => {
      registry.rows = [at('2', 2)];
    }),
  ).toEqual({ 'mf-classrooms': '2' });
});

it('does not store an invalid entry', async () => {
  await live(
    (registry) => {
      registry.rows = [at('2', 2), { ...aRelease('mf-events', { container: 'mf_events' }), signature: 'none' }];
    },
    { waitsForFile: true },
  );
  expect(
    await live((registry) => {
      registry.fails = true;
    }),
  ).toEqual({ 'mf-classrooms': '2' });
});
