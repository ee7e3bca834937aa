import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { project } from '../../project.mjs';

/** Returns the deploy token: the given one, DEPLOY_TOKEN, or that of the product whose data is on this machine. */
export async function deployToken(given, env) {
  if (given ?? env.DEPLOY_TOKEN) return given ?? env.DEPLOY_TOKEN;
  const path = join(resolve(project, env.DATA_DIR || '.data'), 'deploy-token');
  return readFile(path, 'utf8').catch(() => {
    throw new UserFacingError(
      `No deploy token: pass --token or set DEPLOY_TOKEN; a product running on this machine stores one in ${path}.`,
    );
  });
}
