import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { inRoot } from '../root.mjs';

const execute = promisify(execFile);

/**
 * Names in its answers the offer that they answer. livekit-client 2.23 waits for that and rejoins after 15 s without it,
 * as with 1.8.
 */
const VERSION = 'v1.9.12';
const MODULE = `github.com/livekit/livekit-server/cmd/server@${VERSION}`;
const OLDEST_GO = [1, 21];
const START_MS = 20_000;

/** Builds livekit-server into the cache unless it is there. Resolves to its path, or to why it cannot be built. */
export async function buildLivekitServer() {
  const folder = inRoot('.cache/livekit');
  const path = join(folder, `livekit-server-${VERSION}`);
  if (existsSync(path)) return { path };
  const go = await goVersion();
  if (!go) return { missing: `Go ${OLDEST_GO.join('.')} or newer is not installed` };
  await mkdir(folder, { recursive: true });
  console.log(`Building livekit-server ${VERSION} with Go ${go}, once`);
  try {
    // Modules may pin a newer Go, which Go then fetches itself.
    const env = { ...process.env, GOBIN: folder, GOTOOLCHAIN: process.env['GOTOOLCHAIN'] ?? 'auto' };
    await execute('go', ['install', MODULE], { env, maxBuffer: 16 * 2 ** 20 });
  } catch (error) {
    return {
      missing: `livekit-server cannot be built: ${String(error.stderr || error.message)
        .trim()
        .split('\n')
        .at(-1)}`,
    };
  }
  await rename(join(folder, 'server'), path);
  return { path };
}

/** Returns the installed version when it is new enough. */
async function goVersion() {
  try {
    const { stdout } = await execute('go', ['env', 'GOVERSION']);
    const [major = 0, minor = 0] = stdout.replace(/^go/, '').split('.').map(Number);
    const [oldestMajor = 0, oldestMinor = 0] = OLDEST_GO;
    return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor) ? stdout.trim().slice(2) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Starts a LiveKit server on this machine that sends its webhooks to the given addresses.
 * @param {string} path
 * @param {{ port: number, key: string, secret: string, webhooks: string[] }} options
 */
export async function startLivekitServer(path, { port, key, secret, webhooks }) {
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-livekit-'));
  const config = {
    port,
    bind_addresses: ['127.0.0.1'],
    log_level: 'warn',
    keys: { [key]: secret },
    rtc: { udp_port: port + 1, tcp_port: port + 2, node_ip: '127.0.0.1', enable_loopback_candidate: true },
    webhook: { api_key: key, urls: webhooks },
  };
  // YAML includes JSON.
  await writeFile(join(folder, 'livekit.yaml'), JSON.stringify(config), { mode: 0o600 });
  const child = spawn(path, ['--config', join(folder, 'livekit.yaml')], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said = `${said}${text}`.slice(-10_000);
    });
  const gone = new Promise((done) => {
    child.once('exit', done);
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), 5000);
    await gone;
    clearTimeout(force);
    await rm(folder, { recursive: true, force: true });
  };
  const end = performance.now() + START_MS;
  while (child.exitCode === null && performance.now() < end) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer?.ok) return { url: `ws://127.0.0.1:${port}`, stop };
    await pause(100);
  }
  await stop();
  throw new Error(`livekit-server did not start:\n${said}`);
}
