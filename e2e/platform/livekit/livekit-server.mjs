import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { goProgram } from '../go/go-program.mjs';

/**
 * This release names in its answers the offer that they answer. livekit-client 2.23 waits for that and rejoins after 15 s
 * without it, as with 1.8.
 */
const PROGRAM = { name: 'livekit', path: 'github.com/livekit/livekit-server/cmd/server', version: 'v1.9.12' };
const START_MS = 20_000;

/** Builds livekit-server unless it is there. */
export const livekitServer = () => goProgram(PROGRAM);

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
