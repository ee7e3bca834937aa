import { announce, announceRole } from './announce.mjs';
import { readConfiguration } from './configuration.mjs';
import { ProcessLifecycle } from './process-lifecycle.mjs';
import { type RunningRole, startParts } from './roles/parts';
import { mustFitRole, readRole } from './roles/role';
import { startInRole } from './roles/split-product';
import { type ProductOptions, startWholeProduct, type WholeProduct } from './roles/whole-product';
import { surviveRejections } from './survive-rejections';
import { UserFacingError } from './user-facing-error.mjs';

export { surviveRejections };
export type RunningServer = RunningRole & WholeProduct;

/** Starts the whole product in this process. */
export const startServer = (options: ProductOptions): Promise<RunningServer> =>
  startParts(options, (context) => {
    mustFitRole('all', options.env);
    return startWholeProduct(context, options);
  });

/** Runs the product, or the part of it that `--role` names, until a stop signal, on the database in DATABASE_URL. */
export async function runServer(words = process.argv.slice(2)): Promise<void> {
  const lifecycle = new ProcessLifecycle();
  surviveRejections();
  try {
    const role = readRole(words);
    const { dataDir, env } = await readConfiguration(process.env);
    if (!env['DATABASE_URL'])
      throw new UserFacingError('Set DATABASE_URL to a PostgreSQL 18: only "npm start" starts an embedded one.');
    mustFitRole(role, env);
    if (role === 'all') {
      const server = await startServer({ dataDir, env, isEmbeddedDatabase: false });
      lifecycle.endWith(server);
      announce(server);
    } else {
      const part = await startParts({ dataDir, env }, startInRole[role]);
      lifecycle.endWith(part);
      announceRole(role, env);
    }
  } catch (error) {
    await lifecycle.fail(error);
  }
}
