import { UserFacingError } from '../user-facing-error.mjs';

/** Where metrics are served. */
export interface MetricsSettings {
  port: number;
  host: string;
}

const MAX_PORT = 65_535;

/** Returns where metrics are served; null without METRICS_PORT. */
export function readMetricsSettings(env: Record<string, string | undefined>): MetricsSettings | null {
  const { METRICS_PORT: text, METRICS_HOST: host } = env;
  if (!text) return null;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT)
    throw new UserFacingError(`METRICS_PORT must be a number from 0 to ${MAX_PORT}, not "${text}".`);
  return { port, host: host || '127.0.0.1' };
}
