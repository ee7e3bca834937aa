import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { buildStale } from '../build/build.mjs';
import { reportRemote } from '../build/size-report.mjs';
import { remotes } from '../project.mjs';

/* `remote-kit build [REMOTE...]`: builds the remotes of this folder whose sources have changed, and prints their sizes. */
try {
  const names = process.argv.length > 2 ? process.argv.slice(2) : remotes;
  const unknown = names.find((name) => !remotes.includes(name));
  if (unknown) throw new UserFacingError(`There is no remote "${unknown}" here.`);
  if (names.length === 0) throw new UserFacingError('There is no remote here: run `npx remote-kit new mf-NAME`.');
  const built = await buildStale({ only: names });
  if (built.length === 0) console.log('Everything is up to date.');
  for (const name of names) await reportRemote(name);
} catch (error) {
  console.error(error instanceof UserFacingError ? error.message : error);
  process.exitCode = 1;
}
