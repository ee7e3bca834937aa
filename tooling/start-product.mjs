import { pathToFileURL } from 'node:url';
import { buildStale } from './build.mjs';
import { claimPort, readConfiguration, takenPort } from './configuration.mjs';
import { installWhenNeeded } from './install.mjs';
import { remotes } from './packages.mjs';
import { startPostgres } from './postgres.mjs';
import { tellRestarts } from './postgres-supervisor.mjs';
import { printPeople, ProductLife } from './product-life.mjs';
import { inRoot, root } from './root.mjs';

/**
 * `npm start`: installs and builds what is missing, starts the database and the product in this process.
 * @param {Record<string, string | undefined>} [given] The environment.
 */
export async function startProduct(given = process.env) {
  const life = new ProductLife();
  try {
    const { port, dataDir, env } = await readConfiguration(given);
    await claimPort(port, env.HOST);
    await installWhenNeeded();
    const building = buildStale({ signal: life.signal });
    const starting = env.DATABASE_URL ? undefined : startPostgres({ dataDir, onRestart: tellRestarts(dataDir) });
    const [, postgres] = await settle([building, starting], ([, database]) => database && life.atEnd(() => database.stop()));
    life.throwIfOver();
    const { serve } = await import(pathToFileURL(inRoot('tooling/dist/serve.mjs')).href);
    const product = await serve({
      root, dataDir,
      env: { ...env, DATABASE_URL: env.DATABASE_URL || postgres?.url },
      isEmbeddedDatabase: postgres !== undefined,
      remotes: remotes.map((name) => inRoot(name)),
    }).catch((error) => { throw error.code === 'EADDRINUSE' ? takenPort(port) : error; });
    life.atEnd(() => product.close());
    life.throwIfOver();
    if (product.demo) printPeople(product.demo);
    if (product.mailUrl) console.log(`Mails that it sends: ${product.mailUrl}`);
    console.log(`Ready: ${product.url} (${(performance.now() / 1000).toFixed(1)} s)`);
  } catch (error) {
    await life.fail(error);
  }
}

/** Waits for all, also when one fails: what the others have opened must be known before it can be closed. */
async function settle(works, whenDone) {
  const outcomes = await Promise.allSettled(works);
  const values = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined));
  whenDone(values);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return values;
}
