/** Logger of an engine that runs in its own process. */
export interface EngineLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * Messages to the engine's process. The options come this way because arguments and environments are visible to other
 * processes.
 */
export type ToEngine<Options> = { type: 'start'; options: Options } | { type: 'ping' } | { type: 'close' };

/** Messages from the engine's process. */
export type FromEngine =
  | { type: 'listening'; url: string }
  | { type: 'failed'; error: { message: string; stack?: string | undefined } }
  | { type: 'log'; level: keyof EngineLogger; details: object; message: string }
  | { type: 'pong' }
  /**
   * In response to a ping: the engine's health (null, or the reason why it cannot work), and its metrics in the
   * Prometheus text format.
   */
  | { type: 'health'; failure: string | null; metrics: string };
