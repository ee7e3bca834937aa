import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { containerName, shareRanges } from '../build/webpack/webpack.config.mjs';
import { freePort } from '../free-port.mjs';
import { inProject } from '../project.mjs';
import { inRoot } from '../root.mjs';

/**
 * Starts a development server for each package, each in a separate process and on its own port.
 * @param {string[]} names
 * @param {(name: string, ms: number) => void} onRebuild Called for every build after the first.
 * @param {string} [guestOf] URL of a product elsewhere whose shell loads them.
 */
export async function startPackageServers(names, onRebuild, guestOf) {
  const servers = await Promise.all(
    names.map(async (name) => {
      const port = await freePort();
      const child = fork(
        inRoot('tooling/dev/package-server.mjs'),
        [name, String(port), ...(guestOf ? [guestOf] : [])],
        { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
      );
      return { name, port, origin: `http://localhost:${port}`, child };
    }),
  );
  await Promise.all(
    servers.map(
      ({ name, child }) =>
        new Promise((done, fail) => {
          let isFirst = true;
          child.on('message', (/** @type {{ ms: number }} */ { ms }) => {
            if (!isFirst) onRebuild(name, ms);
            isFirst = false;
            done(undefined);
          });
          child.once('exit', () =>
            fail(new UserFacingError(`The development server of ${name} has exited: see above.`)),
          );
        }),
    ),
  );
  return {
    origins: Object.fromEntries(servers.map(({ name, origin }) => [name, origin])),
    ports: Object.fromEntries(servers.map(({ name, port }) => [name, port])),
    stop: () =>
      Promise.all(
        servers.map(
          ({ child }) =>
            new Promise((done) => {
              child.once('exit', done);
              if (child.exitCode !== null || !child.kill('SIGTERM')) done(undefined);
            }),
        ),
      ),
  };
}

/** Returns the release manifest of a remote that is served from source: its pages and slots, without files. */
export async function sourceManifest(name) {
  const offers = { routes: [], slots: [], ...JSON.parse(await readFile(inProject(name, 'remote.json'), 'utf8')) };
  const nothing = (keys) => Object.fromEntries(keys.map((key) => [key, []]));
  const manifest = {
    remote: name,
    container: containerName(name),
    entry: 'remote-entry.js',
    files: {},
    ...offers,
    preloads: { pages: nothing(offers.routes.map(({ page }) => page)), slots: nothing(offers.slots) },
    requires: shareRanges(),
  };
  return {
    ...manifest,
    version: `source-${createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 8)}`,
  };
}

/**
 * Writes that manifest where a start finds it.
 * @returns {Promise<string>} a folder that can be released like a build
 */
export async function writeSourceRelease(name) {
  const folder = inProject('.cache/dev', name);
  await mkdir(join(folder, 'dist'), { recursive: true });
  await writeFile(join(folder, 'dist', 'release.json'), JSON.stringify(await sourceManifest(name)));
  return folder;
}
