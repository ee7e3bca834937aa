import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { remotePackages } from '../../server/src/remote-packages.mjs';
import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { root } from '../root.mjs';
import { deployToken } from './deploy-token.mjs';

const HELP = `npm run release -- REMOTE [options]

  --percent N    show it to N of 100 visitors; a later release without it goes to all
  --worth-reload tell people who have an older release open that a newer one is there
  --rollback     end a rollout, or go back to the release before; builds nothing
  --build DIR    a build made elsewhere, with its release.json; builds nothing
  --why TEXT     for the history (default: the last commit's subject)
  --who NAME     for the history (default: you)
  --to URL       a product elsewhere (default: the one on this machine, by PORT)
  --token TOKEN  its deploy token (default: DEPLOY_TOKEN, or the one in DATA_DIR)

Remotes: ${remotePackages.join(', ')}`;

/**
 * Parses the options of a release.
 * @param {string[]} given Command-line arguments.
 * @param {Record<string, string | undefined>} env
 */
export async function readArguments(given, env) {
  const { values, positionals } = parse(given);
  const [remote, ...more] = positionals;
  if (!remote || more.length > 0) throw new UserFacingError(HELP);
  if (!remotePackages.includes(remote))
    throw new UserFacingError(`There is no remote "${remote}" here. Remotes: ${remotePackages.join(', ')}.`);
  const percent = values.percent === undefined ? null : Number(values.percent);
  if (percent !== null && (!Number.isInteger(percent) || percent < 1 || percent > 100))
    throw new UserFacingError('--percent takes a whole number from 1 to 100.');
  return {
    remote,
    isRollBack: values.rollback,
    isWorthReload: values['worth-reload'],
    percent: percent === 100 ? null : percent,
    build: values.build && resolve(values.build),
    to: (values.to ?? env.RELEASE_TO ?? `http://localhost:${env.PORT || 3000}`).replace(/\/+$/, ''),
    token: await deployToken(values.token, env),
    who: values.who ?? userInfo().username,
    why: values.why ?? (values.rollback ? 'rolled back by hand' : lastSubject()),
  };
}

function parse(given) {
  try {
    return parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        percent: { type: 'string' },
        rollback: { type: 'boolean', default: false },
        'worth-reload': { type: 'boolean', default: false },
        build: { type: 'string' },
        why: { type: 'string' },
        who: { type: 'string' },
        to: { type: 'string' },
        token: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UserFacingError(`${error.message}\n\n${HELP}`);
  }
}

function lastSubject() {
  try {
    return (
      execFileSync('git', ['log', '-1', '--format=%s'], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim() || 'released by hand'
    );
  } catch {
    return 'released by hand';
  }
}
