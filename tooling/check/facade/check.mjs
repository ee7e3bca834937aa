import { parseArgs } from 'node:util';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { remotes } from '../../project.mjs';
import { deployCalls } from '../../release-kit/release/deploy-calls.mjs';
import { deployToken } from '../../release-kit/release/deploy-token.mjs';
import { fetchShellTypes, typeErrors } from './against-shell.mjs';

/*
 * `check.mjs --shell URL [--token TOKEN]`: checks the types of every remote here against the facade and contract of a
 * live shell.
 */
try {
  const { values } = parseArgs({ options: { shell: { type: 'string' }, token: { type: 'string' } } });
  if (!values.shell || !URL.canParse(values.shell))
    throw new UserFacingError('--shell takes the address of a product, such as https://manabiba.example.');
  const shell = await fetchShellTypes(
    deployCalls({ to: new URL(values.shell).origin, token: await deployToken(values.token, process.env) }),
  );
  const errors = [];
  for (const remote of remotes) errors.push(...(await typeErrors(remote, shell)));
  for (const words of errors) console.error(words);
  console.log(
    `${remotes.length} remotes against ${values.shell}: ${errors.length === 0 ? 'compatible' : `${errors.length} errors`}`,
  );
  process.exitCode = errors.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof UserFacingError ? error.message : error);
  process.exitCode = 1;
}
