import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { type RolloutRule, makeReleaseKeyPem, readReleaseKey, signPointer, signRelease } from '@manabiba/releases';
import Fastify, { type FastifyPluginAsync } from 'fastify';

import { readWebEnv } from '../web-env';
import { createWebServer, type WebServerOptions } from '../web-server';
import { createStandInApi } from './stand-in-api';

export const PUBLIC_URL = 'http://localhost:3600';

const script = (name: string) => `console.log(${JSON.stringify(name.repeat(200))});`;

export const testKey = readReleaseKey(makeReleaseKeyPem());

/** A live release as a signed registry row. */
export function aRelease(
  remote: string,
  changes: Record<string, unknown> = {},
  { version = '1.0.0-abcd1234', revision = 1 } = {},
) {
  const manifest = {
    remote,
    container: remote.replaceAll('-', '_'),
    version,
    entry: 'remote-entry.js',
    files: {
      'remote-entry.js': { bytes: 1, brotliBytes: 1, integrity: 'sha384-entry' },
      'page.js': { bytes: 1, brotliBytes: 1, integrity: 'sha384-page' },
    },
    routes: [
      { path: '/classrooms', page: 'classrooms', title: '教室', access: 'anyone' },
      { path: '/classrooms/{id}', page: 'classroom', title: '教室', access: 'anyone' },
    ],
    slots: ['top-classrooms'],
    preloads: {
      pages: { classrooms: ['door.js', 'page.js', 'page.css'], classroom: ['door.js'] },
      slots: { 'top-classrooms': ['slot.js'] },
    },
    requires: { react: '^19.0.0', platform: '^1.0.0' },
    ...changes,
  };
  const pointer = { remote, version, revision, rolloutVersion: null, rolloutPercent: null };
  return {
    remote,
    version,
    revision,
    signature: signPointer(testKey, pointer),
    rollout_version: null,
    rollout_percent: null,
    manifest,
    release_signature: signRelease(testKey, remote, version, manifest),
    rollout_manifest: null,
    rollout_signature: null,
  };
}

/** A row of the same remote that shows another release to a share of browsers, of those who fit a rule. */
export function inRollout(
  live: ReturnType<typeof aRelease>,
  candidate: ReturnType<typeof aRelease>,
  percent: number,
  rolloutRule: RolloutRule | null = null,
): Record<string, unknown> {
  const { remote, version, revision } = live;
  const pointer = {
    remote,
    version,
    revision,
    rolloutVersion: candidate.version,
    rolloutPercent: percent,
    rolloutRule,
  };
  return {
    ...live,
    signature: signPointer(testKey, pointer),
    rollout_version: candidate.version,
    rollout_percent: percent,
    rollout_rule: rolloutRule,
    rollout_manifest: candidate.manifest,
    rollout_signature: candidate.release_signature,
  };
}

/** Starts the web server with its own folders and registry, in front of an api in the same or in another process. */
export async function startTestServer({
  apiIs = 'here',
  ...options
}: { apiIs?: 'here' | 'elsewhere' } & Partial<WebServerOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-web-'));
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
    await writeFile(join(folder, `${path}.br`), brotliCompressSync(content));
    await writeFile(join(folder, `${path}.gz`), gzipSync(content));
  };
  await write('secret.js', 'secret');
  await write('releases/mf-classrooms/1.0.0-abcd1234/remote-entry.js', script('entry'));
  await write('releases/mf-classrooms/1.0.0-abcd1234/page.css', '.a{color:red}');
  await write('releases/mf-classrooms/1.0.0-abcd1234/release.json', '{}');
  await write('releases/.hidden.js', 'secret');
  await write('shell/client/shell.js', script('shell'));
  await write(
    'shell/shell-manifest.json',
    JSON.stringify({
      version: 'ffff0000',
      js: ['shell.js'],
      css: ['shell.css'],
      pages: { 'own-signin': ['sign-in.js', 'sign-in.css'] },
      files: { 'shell.js': { integrity: 'sha384-shell' }, 'sign-in.js': { integrity: 'sha384-sign-in' } },
    }),
  );
  await write('public/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await write('demo/p-kobayashi.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');

  const registry = { rows: [aRelease('mf-classrooms')] as unknown[], fails: false, hangs: false, queries: 0 };
  const api = createStandInApi();
  const elsewhere = apiIs === 'elsewhere' ? await listen(api.plugin) : null;
  const server = await createWebServer({
    env: readWebEnv({ PUBLIC_URL, LOG_LEVEL: 'silent' }),
    api: elsewhere ? { url: elsewhere.url } : { plugin: api.plugin },
    pool: {
      query() {
        registry.queries += 1;
        if (registry.hangs) return new Promise(() => undefined);
        return registry.fails ? Promise.reject(new Error('ECONNREFUSED')) : Promise.resolve({ rows: registry.rows });
      },
    },
    releaseKey: testKey,
    releasesDir: join(folder, 'releases'),
    shellDir: join(folder, 'shell'),
    publicDir: join(folder, 'public'),
    demoMediaDir: join(folder, 'demo'),
    ...options,
  });
  return {
    server,
    api,
    registry,
    async close() {
      await server.close();
      await elsewhere?.app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listen(plugin: FastifyPluginAsync) {
  const app = Fastify({ trustProxy: (_address, hop) => hop < 1 });
  await app.register(plugin, { prefix: '/v1' });
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) };
}
