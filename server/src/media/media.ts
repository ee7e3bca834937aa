import { createHmac } from 'node:crypto';

import { type EngineLogger, type Patience, supervise } from '@manabiba/engine-process/supervise';

import { portBeside } from '../listen-beside';
import type { MediaEngineOptions } from './media-engine-options';

/** Port offset of the engine. */
const OFFSET = 2;
/**
 * Connections per room for 50 people; each speaker has one for the microphone, one for the camera and one for the
 * screen.
 */
const MAX_CONNECTIONS_PER_ROOM = 120;

interface Surroundings {
  env: Record<string, string | undefined>;
  port: number;
  host: string;
  publicUrl: string;
  /** The built program of the engine process. */
  script: string;
  logger: EngineLogger;
  patience?: Partial<Patience>;
}

export interface EmbeddedMedia {
  /** The engine's part of the configuration of the api and the web server. */
  env: Record<'LIVEKIT_ENGINE_URL' | 'LIVEKIT_ENGINE_PUBLIC_URL' | 'LIVEKIT_API_KEY' | 'LIVEKIT_API_SECRET', string>;
  /** The current engine process. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/**
 * Runs the embedded media engine when no LiveKit server is configured. Production requires LIVEKIT_ENGINE=on. When the
 * engine cannot start, for example on a platform without its native library, the product runs without voice and video.
 */
export async function startMedia(surroundings: Surroundings): Promise<EmbeddedMedia | null> {
  const { env, port, host, publicUrl, script, logger, patience } = surroundings;
  const secret = env['REALTIME_SECRET'];
  const isWanted = env['NODE_ENV'] === 'production' ? env['LIVEKIT_ENGINE'] === 'on' : env['LIVEKIT_ENGINE'] !== 'off';
  if (!isWanted || !secret || env['LIVEKIT_URL'] || env['LIVEKIT_ENGINE_URL']) return null;
  const keys = engineKeys(secret);
  const options: MediaEngineOptions = {
    apiKey: keys.LIVEKIT_API_KEY,
    apiSecret: keys.LIVEKIT_API_SECRET,
    port: portBeside(port, OFFSET),
    host,
    udpPort: Number(env['MEDIA_UDP_PORT'] || 0),
    advertisedAddresses: env['MEDIA_ADDRESSES']?.split(',').map((address) => address.trim()) ?? [],
    webhookUrl: `${publicUrl}/v1/webhooks/media`,
    maxParticipantsPerRoom: MAX_CONNECTIONS_PER_ROOM,
    canMove: true,
  };
  try {
    const engine = await supervise({
      name: 'the media engine',
      script,
      options,
      optionsAgain: (url) => ({ ...options, port: Number(new URL(url).port), canMove: false }),
      logger,
      ...(patience && { patience }),
    });
    // Pages connect to the product's own host name.
    const origin = `http://${new URL(publicUrl).hostname}:${new URL(engine.url).port}`;
    return {
      env: {
        ...keys,
        LIVEKIT_ENGINE_URL: engine.url,
        LIVEKIT_ENGINE_PUBLIC_URL: env['LIVEKIT_ENGINE_PUBLIC_URL'] || origin,
      },
      get pid() {
        return engine.pid;
      },
      close: () => engine.close(),
    };
  } catch (err) {
    logger.error(
      { err },
      'voice and video cannot be served on this machine: set LIVEKIT_URL to a LiveKit server, or set LIVEKIT_ENGINE=off',
    );
    return null;
  }
}

/** Derives the engine's API key and secret from the product's secret. */
const engineKeys = (secret: string) => ({
  LIVEKIT_API_KEY: 'embedded',
  LIVEKIT_API_SECRET: createHmac('sha256', secret).update('media engine').digest('hex'),
});
