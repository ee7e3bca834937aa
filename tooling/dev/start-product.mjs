import { pathToFileURL } from 'node:url';

import { announce } from '../../server/src/announce.mjs';
import { claimPort, readConfiguration } from '../../server/src/configuration.mjs';
import { ProcessLifecycle } from '../../server/src/process-lifecycle.mjs';
import { buildStale } from '../build/build.mjs';
import { inRoot } from '../root.mjs';
import { installWhenNeeded } from './install.mjs';
import { reportRestarts } from './postgres/postgres-supervisor.mjs';
import { startPostgres } from './postgres/postgres.mjs';

/**
 * `npm start`: installs and builds what is missing, starts the database and the product in this process.
 * @param {Record<string, string | undefined>} [given] The environment.
 */
export async function startProduct(given = process.env) {
  const life = new ProcessLifecycle();
  try {
    const { port, dataDir, env } = await readConfiguration(given);
    await claimPort(port, env.HOST);
    await installWhenNeeded();
    const building = buildStale({ signal: life.signal });
    const starting = env.DATABASE_URL ? undefined : startPostgres({ dataDir, onRestart: reportRestarts(dataDir) });
    const [, postgres] = await settle(
      [building, starting],
      ([, database]) => database && life.atEnd(() => database.stop()),
    );
    life.throwIfOver();
    const { startServer, surviveRejections } = await import(pathToFileURL(inRoot('server/dist/main.mjs')).href);
    surviveRejections();
    const server = await startServer({
      dataDir,
      env: { ...env, DATABASE_URL: env.DATABASE_URL || postgres?.url },
      isEmbeddedDatabase: postgres !== undefined,
    });
    life.endWith(server);
    announce(server);
  } catch (error) {
    await life.fail(error);
  }
}

/** Waits for all, even when one fails: everything opened by the others must be known before it can be closed. */
async function settle(works, whenDone) {
  const outcomes = await Promise.allSettled(works);
  const values = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined));
  whenDone(values);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return values;
}
