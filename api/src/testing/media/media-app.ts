import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createLivekitEngine, type LivekitEngine } from '@manabiba/engine-livekit/engine';

import { freePort } from '../../../../tooling/free-port.mjs';
import { startTestApp, type TestApp } from '../start-test-app';
import { testMedia } from './test-media';
import { until } from './until';

const { LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret } = testMedia;

export interface MediaApp extends TestApp {
  /** Bodies and signatures of the received webhooks. */
  webhooks: { body: string; authorization: string }[];
  /** Stops and starts the media server. */
  media: { stop(): Promise<void>; start(): Promise<void> };
}

interface MediaServerUnderTest {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the whole api with a media server: the binary that LIVEKIT_SERVER names, otherwise the embedded engine. */
export async function startMediaApp({
  recordingsFolder,
  env = {},
}: { recordingsFolder?: string; env?: Record<string, string> } = {}): Promise<MediaApp> {
  const binary = process.env['LIVEKIT_SERVER'];
  const webhooks: MediaApp['webhooks'] = [];
  let world: TestApp | null = null;
  // The media server starts first and needs its webhook URL before the api has one; the relay provides it.
  const relay = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization = '', 'content-type': type = '' } = request.headers;
      const body = Buffer.concat(chunks).toString('utf8');
      webhooks.push({ body, authorization });
      const sent = world?.app.inject({
        method: 'POST',
        url: '/v1/webhooks/media',
        headers: { authorization, 'content-type': type },
        payload: body,
      });
      void Promise.resolve(sent).then((answer) => response.writeHead(answer?.statusCode ?? 503).end());
    });
  });
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done));
  const webhookUrl = `http://127.0.0.1:${(relay.address() as AddressInfo).port}/`;
  const port = await freePort();
  const media = binary ? binaryServer(binary, port, webhookUrl) : embeddedServer(port, webhookUrl, recordingsFolder);
  await media.start();
  const url = `http://127.0.0.1:${port}`;
  const app = await startTestApp({
    env: { ...testMedia, ...env, ...(binary ? { LIVEKIT_URL: url } : { LIVEKIT_URL: '', LIVEKIT_ENGINE_URL: url }) },
  });
  world = app;
  return {
    ...app,
    webhooks,
    media,
    async close() {
      await media.stop();
      world = null;
      await app.close();
      await new Promise((done) => relay.close(done));
    },
  };
}

function embeddedServer(port: number, webhookUrl: string, recordingsFolder?: string): MediaServerUnderTest {
  let engine: LivekitEngine | null = null;
  return {
    async start() {
      engine = createLivekitEngine({
        apiKey,
        apiSecret,
        media: { udpPort: 0, advertisedAddresses: ['127.0.0.1'] },
        webhooks: [webhookUrl],
        ...(recordingsFolder !== undefined && { recordingsFolder }),
      });
      await engine.listen(port);
    },
    async stop() {
      await engine?.close();
      engine = null;
    },
  };
}

function binaryServer(binary: string, port: number, webhookUrl: string): MediaServerUnderTest {
  const config = {
    port,
    bind_addresses: ['127.0.0.1'],
    keys: { [apiKey]: apiSecret },
    rtc: { tcp_port: 0, udp_port: port, use_external_ip: false, node_ip: '127.0.0.1' },
    webhook: { api_key: apiKey, urls: [webhookUrl] },
    logging: { level: 'error' },
  };
  let stop = () => Promise.resolve();
  return {
    async start() {
      const child = spawn(binary, ['--config-body', JSON.stringify(config), '--node-ip', '127.0.0.1'], {
        stdio: 'ignore',
      });
      const exited = new Promise<void>((done) => child.once('exit', () => done()));
      stop = async () => {
        child.kill('SIGKILL');
        await exited;
      };
      await until(() => isListening(port), Boolean);
    },
    stop: () => stop(),
  };
}

const isListening = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
