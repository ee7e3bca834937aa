/**
 * The start options of the engine process. Sent as a message, because arguments and environments are visible to other
 * processes.
 */
export interface LiveEngineOptions {
  databaseUrl: string;
  /** REALTIME_SECRET, from which the keys are derived. */
  secret: string;
  /** The origin of the pages. */
  origin: string;
  /** 0 means any free port. */
  port: number;
  host: string;
  /**
   * Whether another port may be used when this one is taken. After the first start the port is fixed, because pages
   * know it.
   */
  canMove: boolean;
}

/** Messages from the product to the engine process. */
export type ToLiveEngine = { type: 'start'; options: LiveEngineOptions } | { type: 'ping' } | { type: 'close' };

/** Messages from the engine process to the product. */
export type FromLiveEngine =
  | { type: 'listening'; url: string }
  | { type: 'failed'; error: { message: string; stack?: string | undefined } }
  | { type: 'log'; level: 'warn' | 'error'; details: object; message: string }
  | { type: 'pong' }
  /** The engine's health after a ping: null, or the reason why it cannot work. */
  | { type: 'health'; failure: string | null };
