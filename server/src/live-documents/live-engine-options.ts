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
  /** The tracing settings of the product. */
  tracing: Record<string, string | undefined>;
  /** 0 means any free port. */
  port: number;
  host: string;
  /**
   * Whether another port may be used when this one is taken. After the first start the port is fixed, because pages
   * know it.
   */
  canMove: boolean;
}
