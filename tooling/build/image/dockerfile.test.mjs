import { readFileSync } from 'node:fs';

import { inRoot } from '../../root.mjs';
import { targets } from './assemble.mjs';
import { commandOf, problemsOf, readStages } from './dockerfile.mjs';

const text = readFileSync(inRoot('deploy/Dockerfile'), 'utf8');
const stages = readStages(text);
const build = stages.find(({ name }) => name === 'build')?.steps ?? [];

it('keeps every rule of images', () => {
  expect(problemsOf(text, targets)).toEqual([]);
});

it.each([
  ['a floating version', 'node:20.20.2-bookworm-slim AS runtime', 'node:20 AS runtime', 'node:20 is no exact version'],
  ['root', 'USER 65532:65532\n', '', 'web runs as root or under a name'],
  ['a name as user', 'USER 65532:65532', 'USER node', 'web runs as root or under a name'],
  ['no health check', /HEALTHCHECK[\s\S]*?\]\n/, '', 'web has no health check'],
  [
    'a shell',
    'CMD ["node", "--max-semi-space-size=32", "server/start.mjs", "--role", "web"]',
    'CMD node server/start.mjs',
    'web starts by a shell',
  ],
  ['the build context', 'COPY --from=build --chown=0:0 /image/web', 'COPY . ', 'web copies from the build context'],
  ['files of its own user', '--chown=0:0 /image/web', '--chown=65532 /image/web', 'web owns its program'],
  ['build tools', 'EXPOSE 3000\n', 'RUN apt-get install -y gcc\n', 'web builds or installs'],
  ['npm', '/usr/local/lib/node_modules ', '', 'web keeps the package managers'],
  ['a secret', 'NODE_ENV=production', 'NODE_ENV=production SESSION_SECRET=x', 'runtime has a secret in ENV'],
  ['development', 'NODE_ENV=production', 'NODE_ENV=development', 'web is not in production'],
])('finds %s', (_what, right, wrong, problem) => {
  const changed = text.replace(right, wrong);
  expect(changed).not.toBe(text);
  expect(problemsOf(changed, targets).join('\n')).toContain(problem);
});

it('has an image for every folder that is assembled, in its own role', () => {
  const roles = { web: 'web', api: 'api', media: 'engines', jobs: 'jobs' };
  for (const target of targets) {
    expect(build.some(({ words }) => words.join(' ').includes(`assemble.mjs ${target} /image/${target}`))).toBe(true);
    expect(commandOf(stages, target).slice(-3)).toEqual(['server/start.mjs', '--role', roles[target]]);
  }
});

it('installs packages before it copies sources, from the lock file and every package.json', () => {
  const install = build.findIndex(({ words }) => words.join(' ').startsWith('npm ci'));
  const sources = build.findIndex(({ keyword, words }) => keyword === 'COPY' && words[0] === '.');
  const copied = build
    .slice(0, install)
    .flatMap(({ keyword, words }) => (keyword === 'COPY' ? words.slice(0, -1) : []));
  const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const workspaces = Object.keys(lock.packages).filter((path) => path && !path.includes('node_modules'));
  const packages = workspaces.map((path) => `${path}/package.json`);
  expect(install).toBeGreaterThan(0);
  expect(sources).toBeGreaterThan(install);
  expect(copied.sort()).toEqual(['.npmrc', 'package-lock.json', 'package.json', ...packages].sort());
});

it('leaves what is installed, built or secret on this machine out of the build context', () => {
  const ignored = readFileSync(inRoot('deploy/Dockerfile.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining(['.git', '.data', '**/node_modules', '**/dist', '**/.env*', '**/secrets.env', '**/*.pem']),
  );
});
