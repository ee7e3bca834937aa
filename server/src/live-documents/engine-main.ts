import { createFirestoreEngine } from '@manabiba/engine-firestore/engine';
import { postgresStorage } from '@manabiba/engine-firestore/postgres-storage';
import { listenWhenFree } from '@manabiba/engine-process/listen-when-free';
import { runInChild } from '@manabiba/engine-process/run-in-child';

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
import { authorizeLiveRequest, permitLiveRequest, rightsChangedBy } from './rules';

// The engine of live documents runs in its own process so that its load never blocks page requests.

/** The engine's own schema in the product's database. */
const SCHEMA = 'firestore';
/** The project id that clients use. */
const PROJECT = 'manabiba';

limitHeapGrowth();
runInChild<LiveEngineOptions>(async ({ databaseUrl, secret, origin, port, host, canMove }, logger) => {
  const { tokenKey, serverSecret } = realtimeKeys(secret);
  const pool = createPool(databaseUrl, { max: 2 });
  try {
    const engine = await createFirestoreEngine({
      projectId: PROJECT,
      storage: postgresStorage(pool, {
        schema: SCHEMA,
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
      logger,
    });
    const url = await listenWhenFree((at) => engine.listen(at, host), port, canMove);
    return {
      url,
      health: () => engine.health(),
      close: async () => {
        await engine.close();
        await pool.end();
      },
    };
  } catch (failure) {
    await pool.end();
    throw failure;
  }
});
