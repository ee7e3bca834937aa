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
  /** The engine's health, in response to a ping: null, or the reason why it cannot work. */
  | { type: 'health'; failure: string | null };
