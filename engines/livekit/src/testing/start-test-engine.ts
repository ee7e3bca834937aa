import { AccessToken, RoomServiceClient, type VideoGrant } from 'livekit-server-sdk';

import { createLivekitEngine, type LivekitEngine, type LivekitEngineOptions } from '../engine';

export const API_KEY = 'test-key';
export const API_SECRET = 'a secret of at least thirty-two characters';

export interface TestEngine {
  readonly url: string;
  readonly engine: LivekitEngine;
  /** The official client of the room service. */
  readonly rooms: RoomServiceClient;
  /** Messages that the engine has logged. */
  readonly logged: string[];
}

const running = new Set<LivekitEngine>();

/** Starts an engine on free ports. `closeAll` stops it. */
export async function startTestEngine(options: Partial<LivekitEngineOptions> = {}): Promise<TestEngine> {
  const logged: string[] = [];
  const log = (_details: object, message: string) => {
    logged.push(message);
  };
  const engine = createLivekitEngine({
    apiKey: API_KEY,
    apiSecret: API_SECRET,
    media: { udpPort: 0, advertisedAddresses: ['127.0.0.1'] },
    logger: { warn: log, error: log },
    ...options,
  });
  running.add(engine);
  const url = await engine.listen(0);
  return { url, engine, logged, rooms: new RoomServiceClient(url, API_KEY, API_SECRET) };
}

export async function closeAll(): Promise<void> {
  for (const engine of running) await engine.close();
  running.clear();
}

interface TokenWishes {
  readonly identity?: string;
  readonly room?: string;
  readonly grant?: VideoGrant;
  readonly secret?: string;
  /** Lifetime, such as `5m`, or in seconds. */
  readonly ttl?: string | number;
  readonly metadata?: string;
}

/** Creates a token as the product's api does. */
export function tokenFor({ identity = 'hana', room = 'room', grant, secret, ttl, metadata }: TokenWishes = {}) {
  const token = new AccessToken(API_KEY, secret ?? API_SECRET, {
    identity,
    name: identity,
    ttl: ttl ?? '5m',
    ...(metadata !== undefined && { metadata }),
  });
  token.addGrant({ roomJoin: true, room, ...grant });
  return token.toJwt();
}
