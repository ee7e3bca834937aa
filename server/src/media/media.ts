import { createHmac } from 'node:crypto';
import { join } from 'node:path';

import { type EngineLogger, type Patience, supervise, type SupervisedEngine } from '@manabiba/engine-process/supervise';
import { observed } from '@manabiba/telemetry/observed';

import { cannotStart } from '../cannot-start';
import { listenOrMove, portAtOffset } from '../listen-port';
import type { MediaEngineOptions } from './media-engine-options';
import { type RoomRouter, startRoomRouter } from './room-router';

/** Port offset of the engine. */
const OFFSET = 2;
const MAX_PROCESSES = 16;
/**
 * Connections per room for 50 people; each speaker has one for the microphone, one for the camera and one for the
 * screen.
 */
const MAX_CONNECTIONS_PER_ROOM = 120;

interface MediaDeps {
  env: Record<string, string | undefined>;
  port: number;
  host: string;
  publicUrl: string;
  /** The product's data folder, which recorded tracks are written to. */
  dataDir: string;
  /** The built program of the engine process. */
  script: string;
  logger: EngineLogger;
  patience?: Partial<Patience>;
  /** Whether others rely on the engine at its port: it does not move, and a failure to start is the caller's. */
  isRequired?: boolean;
}

export interface EmbeddedMedia {
  /** The engine's part of the configuration of the api and the web server. */
  env: Record<'LIVEKIT_ENGINE_URL' | 'LIVEKIT_ENGINE_PUBLIC_URL' | 'LIVEKIT_API_KEY' | 'LIVEKIT_API_SECRET', string>;
  /** The current engine processes. */
  readonly pids: readonly (number | undefined)[];
  close(): Promise<void>;
}

/**
 * Runs the embedded media engine when no LiveKit server is configured. Production requires LIVEKIT_ENGINE=on. When the
 * engine cannot start, for example on a platform without its native library, the product runs without voice and video.
 *
 * MEDIA_PROCESSES spreads the rooms over several processes, each with a UDP port of its own; a room lives in one of
 * them.
 */
export async function startMedia(deps: MediaDeps): Promise<EmbeddedMedia | null> {
  const { env, port, host, publicUrl, logger } = deps;
  const secret = env['REALTIME_SECRET'];
  const isWanted = env['NODE_ENV'] === 'production' ? env['LIVEKIT_ENGINE'] === 'on' : env['LIVEKIT_ENGINE'] !== 'off';
  if (!isWanted || !secret || env['LIVEKIT_URL'] || env['LIVEKIT_ENGINE_URL']) return null;
  const keys = mediaEngineKeys(secret);
  const count = Math.min(MAX_PROCESSES, Math.max(1, Number(env['MEDIA_PROCESSES']) || 1));
  const engines: SupervisedEngine[] = [];
  let router: RoomRouter | undefined;
  const close = async () => {
    await router?.close();
    await Promise.all(engines.map((engine) => engine.close()));
  };
  try {
    for (let index = 0; index < count; index += 1)
      engines.push(await startEngine(deps, keys, { index, isOnly: count === 1 }));
    if (count > 1) {
      const urls = engines.map((engine) => engine.url);
      router = await listenOrMove(
        (isMoved) => startRoomRouter(urls, { port: isMoved ? 0 : portAtOffset(port, OFFSET), host }),
        !deps.isRequired,
      );
    }
    return {
      env: {
        ...keys,
        LIVEKIT_ENGINE_URL: router?.url ?? (engines[0] as SupervisedEngine).url,
        // Pages connect to the product's own origin, which serves the engine's signalling at /rtc.
        LIVEKIT_ENGINE_PUBLIC_URL: env['LIVEKIT_ENGINE_PUBLIC_URL'] || publicUrl,
      },
      get pids() {
        return engines.map(({ pid }) => pid);
      },
      close,
    };
  } catch (err) {
    await close();
    if (deps.isRequired) throw cannotStart('The media engine', err);
    logger.error(
      { err },
      'voice and video cannot be served on this machine: set LIVEKIT_URL to a LiveKit server, or set LIVEKIT_ENGINE=off',
    );
    return null;
  }
}

function startEngine(
  { env, port, host, publicUrl, dataDir, script, logger, patience, isRequired = false }: MediaDeps,
  keys: ReturnType<typeof mediaEngineKeys>,
  { index, isOnly }: { index: number; isOnly: boolean },
): Promise<SupervisedEngine> {
  const firstUdpPort = Number(env['MEDIA_UDP_PORT'] || 0);
  const options: MediaEngineOptions = {
    apiKey: keys.LIVEKIT_API_KEY,
    apiSecret: keys.LIVEKIT_API_SECRET,
    port: isOnly ? portAtOffset(port, OFFSET) : 0,
    host,
    udpPort: firstUdpPort === 0 ? 0 : firstUdpPort + index,
    advertisedAddresses: env['MEDIA_ADDRESSES']?.split(',').map((address) => withPortOf(address.trim(), index)) ?? [],
    webhookUrl: `${publicUrl}/v1/webhooks/media`,
    maxParticipantsPerRoom: MAX_CONNECTIONS_PER_ROOM,
    recordingsFolder: join(dataDir, 'recordings'),
    canMove: !isRequired,
  };
  return supervise({
    name: isOnly ? 'the media engine' : `media engine ${index + 1}`,
    script,
    options,
    optionsAgain: (url) => ({ ...options, port: Number(new URL(url).port), canMove: false }),
    logger,
    onState: observed.engine.report,
    ...(patience && { patience }),
  });
}

/** Forwarded ports are consecutive, like the ports of the processes: `203.0.113.1:7882`, `203.0.113.1:7883`. */
const withPortOf = (address: string, index: number) =>
  address.replace(/^(\[[\da-f:]+\]|[\d.]+):(\d+)$/i, (_all, host, port) => `${host}:${Number(port) + index}`);

/** Derives the engine's API key and secret from the product's secret. */
export const mediaEngineKeys = (secret: string) => ({
  LIVEKIT_API_KEY: 'embedded',
  LIVEKIT_API_SECRET: createHmac('sha256', secret).update('media engine').digest('hex'),
});
