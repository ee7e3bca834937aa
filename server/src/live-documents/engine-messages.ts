/** What the engine's process is started with. Told by a message: arguments and environments are seen by others. */
export interface LiveEngineOptions {
  databaseUrl: string;
  /** REALTIME_SECRET, of which the keys are derived. */
  secret: string;
  /** The origin of pages. */
  origin: string;
  /** 0 takes a free one. */
  port: number;
  host: string;
  /** Whether another port may be taken when this one is somebody else's. Pages know the port after the first start. */
  canMove: boolean;
}

/** From the product to the engine's process. */
export type ToLiveEngine = { type: 'start'; options: LiveEngineOptions } | { type: 'ping' } | { type: 'close' };

/** From the engine's process to the product. */
export type FromLiveEngine =
  | { type: 'listening'; url: string }
  | { type: 'failed'; error: { message: string; stack?: string | undefined } }
  | { type: 'log'; level: 'warn' | 'error'; details: object; message: string }
  | { type: 'pong' }
  /** The engine's health after a ping: null, or the reason why it cannot work. */
  | { type: 'health'; failure: string | null };
