import { ProcessLifecycle } from '../../server/src/process-lifecycle.mjs';
import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { readDevArguments } from '../dev/arguments.mjs';
import { developInShell } from '../dev/into-shell.mjs';

/* `remote-kit dev REMOTE --shell URL`: loads remotes of this folder from source into a running product, for one browser. */
const life = new ProcessLifecycle();
try {
  const { names, versions, shell, token } = readDevArguments(process.argv.slice(2));
  if (!shell)
    throw new UserFacingError('Name the product whose shell loads the remote: remote-kit dev REMOTE --shell URL.');
  await developInShell({ names, versions, shell, token }, life, process.env);
} catch (error) {
  await life.fail(error);
}
