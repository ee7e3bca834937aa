import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

import { announce } from '../../server/src/announce.mjs';
import { claimPort, readConfiguration } from '../../server/src/configuration.mjs';
import { ProcessLifecycle } from '../../server/src/process-lifecycle.mjs';
import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { buildStale } from '../build/build.mjs';
import { fingerprint } from '../build/fingerprint.mjs';
import { remotes } from '../project.mjs';
import { inRoot } from '../root.mjs';
import { readDevArguments } from './arguments.mjs';
import { installWhenNeeded } from './install.mjs';
import { reportRestarts } from './postgres/postgres-supervisor.mjs';
import { startPostgres } from './postgres/postgres.mjs';

/**
 * `npm run dev [remote...]`: the product with shell, api and the named remotes (or all) from source.
 *
 * An edit of a component is on the screen in under a second and keeps its state; an edit of the api or the web server
 * restarts them. Other remotes are served as built. With `--shell URL` the named remotes are loaded into a product
 * elsewhere, for one browser. With `--https` phones in the same network can reach the product: shell and remotes as
 * built, because their development servers are on this machine's loopback only.
 * @param {string[]} words Command-line arguments.
 * @param {Record<string, string | undefined>} [given] The environment.
 */
async function develop(words, given = process.env) {
  const life = new ProcessLifecycle();
  try {
    const { names, https, versions, shell, token } = readDevArguments(words);
    if (shell) {
      await installWhenNeeded();
      const { developInShell } = await import('./into-shell.mjs');
      await developInShell({ names, versions, shell, token }, life, given);
      return;
    }
    const fromSource = https ? [] : names.length > 0 ? names : remotes;
    const { port, dataDir, env } = await readConfiguration(given);
    await claimPort(port, env.HOST);
    await installWhenNeeded();
    await buildStale({ except: https ? ['server'] : ['shell', 'server', ...fromSource], signal: life.signal });
    const postgres = env.DATABASE_URL
      ? undefined
      : await startPostgres({ dataDir, onRestart: reportRestarts(dataDir) });
    if (postgres) life.atEnd(() => postgres.stop());
    life.throwIfOver();

    // From here on packages are needed, which did not exist before the installation.
    const front = https ? await (await import('./https-front.mjs')).startHttpsFront({ port, dataDir, env }) : undefined;
    if (front) life.atEnd(() => front.close());
    const { folders, development } = https
      ? { folders: [], development: undefined }
      : await serveSource(fromSource, life);
    const { restartingProduct } = await import('./restarting-product.mjs');
    const product = restartingProduct({
      dataDir,
      env: { ...(front?.env ?? env), DATABASE_URL: env.DATABASE_URL || postgres?.url },
      isEmbeddedDatabase: postgres !== undefined,
      remotes: [...folders, ...remotes.filter((name) => !fromSource.includes(name)).map((name) => inRoot(name))],
      development,
    });
    life.atEnd(() => product.stop());
    const server = await watchServer(async () => {
      const { type, message, liveUrl } = await product.restart();
      front?.setLiveUrl(liveUrl);
      if (type === 'failed') console.error(message);
      else console.log('  server restarted');
    });
    life.atEnd(() => server.dispose());
    const answer = await product.restart();
    if (answer.type === 'failed')
      throw answer.isUserFacing ? new UserFacingError(answer.message) : new Error(answer.message);
    life.throwIfOver();
    front?.setLiveUrl(answer.liveUrl);
    if (front)
      console.log(
        `Certificate to trust on phones: ${front.certificateFile}\nShell and remotes are served as built; edits take effect after the next start.`,
      );
    announce(answer);
  } catch (error) {
    await life.fail(error);
  }
}

/** Starts the development servers of the shell and the named remotes. */
async function serveSource(names, life) {
  const { startPackageServers, writeSourceRelease } = await import('./package-servers.mjs');
  const { sharedVersions } = await import('../build/webpack/webpack.config.mjs');
  const { writeShellTypes } = await import('../check/facade/shell-types.mjs');
  const typesFile = inRoot('.cache/dev/shell-types.json');
  console.log(`Building shell, ${names.join(', ')} for development`);
  const servers = await startPackageServers(['shell', ...names], (name, ms) =>
    console.log(`  ${name} rebuilt in ${ms} ms`),
  );
  life.atEnd(() => servers.stop());
  life.throwIfOver();
  return {
    folders: await Promise.all(names.map(writeSourceRelease)),
    development: {
      shell: {
        version: 'source',
        js: [`${servers.origins.shell}/shell.js`],
        css: [],
        gives: sharedVersions(),
        types: { file: typesFile, digest: await writeShellTypes(typesFile) },
      },
      entries: Object.fromEntries(names.map((name) => [name, `${servers.origins[name]}/remote-entry.js`])),
      origins: Object.values(servers.origins),
    },
  };
}

/** Bundles the server, and again after every edit. Rejects when the first bundle fails; later failures are printed. */
async function watchServer(onEdit) {
  const { buildPaymentPages, serverBuild } = await import('../build/build-server.mjs');
  const contract = [inRoot('shared/src/contract')];
  let known = await fingerprint(contract);
  // The bundle built here, and the initial one of the watcher.
  let expected = 2;
  const build = await serverBuild([
    {
      name: 'on-edit',
      setup({ onEnd }) {
        onEnd(async ({ errors }) => {
          expected -= 1;
          if (expected >= 0) return;
          const now = await fingerprint(contract);
          if (now !== known) await generate();
          known = now;
          for (const { text, location } of errors) console.error(`${location?.file}:${location?.line} ${text}`);
          if (errors.length === 0) void onEdit();
        });
      },
    },
  ]);
  await buildPaymentPages();
  await build.rebuild();
  await build.watch();
  return build;
}

/** Regenerates the browser's endpoint references when the contract changes. */
function generate() {
  return new Promise((done) => {
    spawn(process.execPath, [inRoot('tooling/build/generate.mjs')], { stdio: 'inherit' }).on('close', done);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await develop(process.argv.slice(2));
