import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { inRoot } from '../../root.mjs';

// Creates a new remote in a copy of the repository and uses it without manual edits.

const execute = promisify(execFile);
let copy;

/** Runs a program of the copy. */
const run = (...words) =>
  execute(process.execPath, words, {
    cwd: copy,
    env: { ...process.env, NODE_ENV: undefined, NODE_OPTIONS: '' },
    maxBuffer: 1e8,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );
const makeRemote = (...words) => run('tooling/release-kit/new/new.mjs', ...words);
const readJson = async (path) => JSON.parse(await readFile(join(copy, path), 'utf8'));

/** Copies the sources and links packages one by one, so that the new one gets its link next to them. */
async function copyRepository() {
  const { stdout } = await execute(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', '.', ':!docs', ':!api/src', ':!e2e'],
    { cwd: inRoot() },
  );
  for (const path of stdout.trim().split('\n')) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await cp(inRoot(path), join(copy, path));
  }
  const link = async (path, name) =>
    symlink(name === '@manabiba' ? await readlink(inRoot(path)) : inRoot(path), join(copy, path));
  await mkdir(join(copy, 'node_modules/@manabiba'), { recursive: true });
  // npm writes into this file: through a link it would drop this repository's entries for the folders left out.
  await cp(inRoot('node_modules/.package-lock.json'), join(copy, 'node_modules/.package-lock.json'));
  for (const name of await readdir(inRoot('node_modules')))
    if (!['@manabiba', '.cache', '.package-lock.json'].includes(name)) await link(`node_modules/${name}`);
  for (const name of await readdir(inRoot('node_modules/@manabiba')))
    await link(`node_modules/@manabiba/${name}`, '@manabiba');
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'manabiba-new-'));
  await copyRepository();
}, 180_000);
afterAll(() => rm(copy, { recursive: true, force: true }));

describe('a new remote', () => {
  beforeAll(async () => {
    expect(await makeRemote('mf-open-day', '--title', '学校見学')).toMatchObject({ code: 0 });
  }, 180_000);

  it('builds a release with its page', async () => {
    expect(await run('tooling/build/build-package.mjs', 'mf-open-day')).toEqual({ code: 0, said: '' });
    expect(await readJson('mf-open-day/dist/release.json')).toMatchObject({
      remote: 'mf-open-day',
      container: 'mf_open_day',
      routes: [{ path: '/open-day', page: 'open-day', title: '学校見学', access: 'anyone' }],
      preloads: { pages: { 'open-day': expect.arrayContaining(['page-open-day.js', 'page-open-day.css']) } },
    });
  }, 180_000);

  it('passes its own tests', async () => {
    expect(
      await run(
        'node_modules/jest/bin/jest.js',
        '-c',
        'jest.config.mjs',
        '--selectProjects',
        'unit',
        'pages',
        '--',
        'mf-open-day/',
      ),
    ).toMatchObject({ code: 0, said: expect.stringContaining('3 passed') });
  }, 180_000);

  it('passes lint and the boundary rules', async () => {
    expect(await run('node_modules/oxlint/bin/oxlint', 'mf-open-day')).toMatchObject({ code: 0 });
    expect(
      await run(
        'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
        '--config',
        '.dependency-cruiser.cjs',
        'mf-open-day',
      ),
    ).toMatchObject({ code: 0 });
  }, 180_000);

  it('is formatted as generated', async () => {
    expect(await run('node_modules/oxfmt/bin/oxfmt', '--check', 'mf-open-day')).toMatchObject({ code: 0 });
  }, 180_000);

  it('builds with a slot that its team adds', async () => {
    const write = (path, text) => writeFile(join(copy, 'mf-open-day', path), text);
    const part = 'export const Visits = () => <p>見学できる学校</p>;\n';
    await write('src/visits.tsx', part);
    await write('remote.json', JSON.stringify({ ...(await readJson('mf-open-day/remote.json')), slots: ['top-more'] }));
    const remote = await readFile(join(copy, 'mf-open-day/src/remote.tsx'), 'utf8');
    const openWith = (load) =>
      write(
        'src/remote.tsx',
        remote.replace(/(slots: RemoteDoor\['slots'\] = )\{\}/, `$1{ 'top-more': () => ${load} }`),
      );
    const build = () => run('tooling/build/build-package.mjs', 'mf-open-day');

    await openWith("import('./visits').then(({ Visits }) => Visits)");
    expect(await build()).toMatchObject({
      code: 1,
      said: expect.stringContaining('webpackChunkName: "slot-top-more"'),
    });
    await openWith('import(/* webpackChunkName: "slot-top-more" */ "./visits").then(({ Visits }) => Visits)');
    expect(await build()).toEqual({ code: 0, said: '' });
    const { slots: announced, preloads } = await readJson('mf-open-day/dist/release.json');
    expect(announced).toEqual(['top-more']);
    const script = preloads.slots['top-more'].find((path) => path.startsWith('slot-top-more'));
    expect(await readFile(join(copy, 'mf-open-day/dist', script), 'utf8')).toContain('見学できる学校');
  }, 180_000);

  it('is a workspace, linked and listed in the lock file as npm would do it', async () => {
    expect(await readFile(join(copy, 'node_modules/@manabiba/mf-open-day/remote.json'), 'utf8')).toContain('/open-day');
    const ours = ({ packages }) => [packages['mf-open-day'], packages['node_modules/@manabiba/mf-open-day']];
    const before = ours(await readJson('package-lock.json'));
    await execute(
      'npm',
      ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund'],
      { cwd: copy },
    ).catch(({ stderr }) => {
      throw new Error(stderr);
    });
    expect(ours(await readJson('package-lock.json'))).toEqual(before);
    expect(before).toEqual([
      expect.objectContaining({ name: '@manabiba/mf-open-day' }),
      { resolved: 'mf-open-day', link: true },
    ]);
  }, 180_000);
});
