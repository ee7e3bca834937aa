import { fork } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { containerName, shareRanges } from '../webpack.config.mjs';
import { inRoot } from '../root.mjs';
import { UserFacingError } from '../user-facing-error.mjs';

/**
 * Starts a development server for each package, each in a process and on a port of its own.
 * @param {string[]} names
 * @param {(name: string, ms: number) => void} onRebuild Told of every build after the first.
 */
export async function startPackageServers(names, onRebuild) {
  const servers = await Promise.all(names.map(async (name) => {
    const port = await freePort();
    const child = fork(inRoot('tooling/dev/package-server.mjs'), [name, String(port)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    return { name, origin: `http://localhost:${port}`, child };
  }));
  await Promise.all(servers.map(({ name, child }) => new Promise((done, fail) => {
    let isFirst = true;
    child.on('message', ({ ms }) => {
      if (!isFirst) onRebuild(name, ms);
      isFirst = false;
      done(undefined);
    });
    child.once('exit', () => fail(new UserFacingError(`The development server of ${name} has ended: see above.`)));
  })));
  return {
    origins: Object.fromEntries(servers.map(({ name, origin }) => [name, origin])),
    stop: () => Promise.all(servers.map(({ child }) => new Promise((done) => {
      child.once('exit', done);
      if (child.exitCode !== null || !child.kill('SIGTERM')) done(undefined);
    }))),
  };
}

/**
 * Writes the release of a remote that is served from source: what it offers, and no files of its own.
 * @returns {Promise<string>} a folder that can be released as a build can
 */
export async function writeSourceRelease(name) {
  const folder = inRoot('.cache/dev', name);
  const offers = { routes: [], slots: [], ...JSON.parse(await readFile(inRoot(name, 'remote.json'), 'utf8')) };
  const release = {
    remote: name, container: containerName(name), version: `source-${Date.now().toString(36)}`, entry: 'remote-entry.js',
    files: {}, ...offers, preloads: { pages: {}, slots: {} }, requires: shareRanges(),
  };
  await mkdir(join(folder, 'dist'), { recursive: true });
  await writeFile(join(folder, 'dist', 'release.json'), JSON.stringify(release));
  return folder;
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, 'localhost', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => done(port));
    });
  });
}
