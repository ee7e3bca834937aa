import { readEnv } from '../../../api/src/env';
import type { Pool } from '../../../api/src/platform/database/db';
import { type LiveDocuments, startLiveDocuments } from '../live-documents/live-documents';
import { type EmbeddedMedia, mediaEngineKeys, startMedia } from '../media/media';
import { engineKeys } from '../payments/payment-engine-access';
import { type EmbeddedPayments, startPayments } from '../payments/payments';
import { type RoleContext, programs } from './parts';

/** The engines of a process; each is null when the configuration does not ask for it. */
interface EmbeddedEngines {
  payments: EmbeddedPayments | null;
  /** Engines in processes of their own, which may still be starting. */
  live: Promise<LiveDocuments | null>;
  media: Promise<EmbeddedMedia | null>;
}

interface EnginesOptions {
  pool: Pool;
  /** Whether an engine that cannot start ends the start; otherwise the product runs without it. */
  areRequired: boolean;
}

/** Starts the embedded engines that the configuration asks for. */
export async function startEngines(
  context: RoleContext,
  { pool, areRequired }: EnginesOptions,
): Promise<EmbeddedEngines> {
  const { env, dataDir, parts } = context;
  // The engine of live documents holds a session lock.
  const { databaseDirectUrl: databaseUrl } = readEnv({ ...env, DATA_DIR: dataDir });
  const isRequired = areRequired;
  // Most of a start is waiting for the engines' processes: they start in parallel with each other and the rest.
  const live = parts.opening(startLiveDocuments({ ...context, databaseUrl, script: programs.liveEngine, isRequired }));
  const media = parts.opening(startMedia({ ...context, script: programs.mediaEngine, isRequired }));
  const payments = await startPayments({ ...context, pool, isRequired });
  parts.defer(() => payments?.close());
  return { payments, live, media };
}

/** Adds the keys of embedded engines in other processes, which are derived from the same secrets there. */
export function withEngineKeys(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const { SESSION_SECRET, REALTIME_SECRET } = env;
  return {
    ...(env['STRIPE_ENGINE_URL'] && SESSION_SECRET && !env['STRIPE_SECRET_KEY'] && engineKeys(SESSION_SECRET)),
    ...(env['LIVEKIT_ENGINE_URL'] && REALTIME_SECRET && !env['LIVEKIT_API_KEY'] && mediaEngineKeys(REALTIME_SECRET)),
    ...env,
  };
}
