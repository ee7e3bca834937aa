import { createFirestoreEngine } from '@manabiba/engine-firestore/engine';
import { postgresStorage } from '@manabiba/engine-firestore/postgres-storage';
import { listenWhenFree } from '@manabiba/engine-process/listen-when-free';
import { runInChild } from '@manabiba/engine-process/run-in-child';
import { beginRequest } from '@manabiba/telemetry/spans';
import { startTracing } from '@manabiba/telemetry/start-tracing';

import {
  ENGINE_SERVER_HEADER,
  REALTIME_ALGORITHM,
  REALTIME_AUDIENCE,
  REALTIME_ISSUER,
  realtimeKeys,
} from '../../../api/src/modules/realtime/realtime-keys';
import { createPool } from '../../../api/src/platform/database/db';
import { limitHeapGrowth } from '../heap-limit';
import type { LiveEngineOptions } from './live-engine-options';
import { LIVE_SCHEMA } from './live-schema';
import { authorizeLiveRequest, permitLiveRequest, rightsChangedBy } from './rules';

// The engine of live documents runs in its own process so that its load never blocks page requests.

/** The project id that clients use. */
const PROJECT = 'manabiba';

limitHeapGrowth();
runInChild<LiveEngineOptions>(async ({ databaseUrl, secret, origin, port, host, canMove, tracing }, logger) => {
  const { tokenKey, serverSecret } = realtimeKeys(secret);
  const traces = await startTracing({ env: tracing, service: 'manabiba-live-documents' });
  const pool = createPool(databaseUrl, { max: 2 });
  try {
    const engine = await createFirestoreEngine({
      projectId: PROJECT,
      storage: postgresStorage(pool, {
        schema: LIVE_SCHEMA,
        onTrouble: (err) => logger.error({ err }, 'the database of live documents is unreachable'),
      }),
      auth: {
        key: tokenKey,
        algorithms: [REALTIME_ALGORITHM],
        issuer: REALTIME_ISSUER,
        audience: REALTIME_AUDIENCE,
        server: { header: ENGINE_SERVER_HEADER, secret: serverSecret },
      },
      authorize: authorizeLiveRequest,
      permits: permitLiveRequest,
      rightsChangedBy,
      origins: [origin],
      onTraced: (traceparent, call) => beginRequest(`live documents ${call}`, traceparent),
      logger,
    });
    const url = await listenWhenFree((at) => engine.listen(at, host), port, canMove);
    return {
      url,
      health: () => engine.health(),
      metrics: () => engine.metrics(),
      close: async () => {
        await engine.close();
        await pool.end();
        await traces?.close();
      },
    };
  } catch (failure) {
    await pool.end();
    throw failure;
  }
});
