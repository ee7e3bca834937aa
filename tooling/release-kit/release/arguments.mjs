import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { project, remotes as known } from '../../project.mjs';
import { deployToken } from './deploy-token.mjs';
import { productAddress } from './run-command.mjs';

const HELP = `npm run release -- REMOTE [options]

  --all          every remote of this working copy, instead of one
  --dry-run      run every gate and publish nothing
  --thorough     also try each page with text of 200 %, offline and back, every control clicked, and an api
                 that answers 503 and 401: minutes on a small machine
  --percent N    show it to N of 100 visitors; a later release without it goes to all
  --for WHOM     show it only to signed-in, to learner, professional, staff (several with commas),
                 or to testers by address or id (with commas); goes with --percent
  --environment preview  put it where only those see it who open the link that is printed
  --promote preview      make what is in preview live: the same files, without another build or gate
  --together             with --promote, for several remotes: one change, which --rollback undoes as one
  --link preview         print another link into preview
  --worth-reload notify users who have an older release open of the newer one
  --force        replace what is live even if another release has gone live since the gate began
  --skip-gate    without its types and pages checked: needs --reason, and a second person
  --reason TEXT  why the gate is skipped
  --approved-by APPROVAL  what --approve has printed for the second person
  --approve VERSION  agree, with a token of your own, that the gate of an uploaded build is skipped
  --rollback     end a rollout, or go back to the release before; builds nothing. With --environment
                 preview: preview has what is live again
  --retire       take the remote away: its pages say that they are gone; --rollback or a release brings it back
  --yes          retire without typing the remote's name
  --build DIR    a build made elsewhere, with its release.json; builds nothing
  --why TEXT     for the history (default: the last commit's subject)
  --who NAME     for the history, with the operator's token (default: you); a team's token identifies you
  --to URL       a product elsewhere (default: the one on this machine, by PORT)
  --token TOKEN  its deploy token (default: DEPLOY_TOKEN, or the one in DATA_DIR)

Remotes: ${known.join(', ')}`;

/**
 * Parses the options of a release.
 * @param {string[]} given Command-line arguments.
 * @param {Record<string, string | undefined>} env
 */
export async function readArguments(given, env) {
  const { values, positionals } = parse(given);
  const remotes = values.all ? known : positionals;
  const isTooMany = values.all ? positionals.length > 0 : positionals.length > 1 && !values.together;
  if (remotes.length === 0 || isTooMany) throw new UserFacingError(HELP);
  if (values.together && (values.promote === undefined || remotes.length < 2))
    throw new UserFacingError('--together is for two or more remotes with --promote: put each into preview first.');
  const unknown = remotes.find((name) => !known.includes(name));
  // A remote that is retired may no longer be in this tree.
  if (unknown && !values.retire)
    throw new UserFacingError(`There is no remote "${unknown}" here. Remotes: ${known.join(', ')}.`);
  if (values.all && (values.rollback || values.retire || values.build))
    throw new UserFacingError('--rollback, --retire and --build are for one remote.');
  if (values.rollback && values.retire) throw new UserFacingError('--rollback and --retire are two different things.');
  if (values['dry-run'] && (values.rollback || values.retire))
    throw new UserFacingError('--dry-run is for releases, not for --rollback and --retire.');
  const skip = skipOf(values);
  mustBeOnePlace(values);
  const percent = values.percent === undefined ? null : Number(values.percent);
  if (percent !== null && (!Number.isInteger(percent) || percent < 1 || percent > 100))
    throw new UserFacingError('--percent takes a whole number from 1 to 100.');
  return {
    remotes,
    isDryRun: values['dry-run'],
    isThorough: values.thorough,
    isRollBack: values.rollback,
    isRetirement: values.retire,
    isConfirmed: values.yes,
    isForced: values.force,
    skip,
    approvedVersion: values.approve,
    isWorthReload: values['worth-reload'],
    percent: percent === 100 ? null : percent,
    shownTo: wordsIn(values.for),
    environment: otherEnvironment(values),
    promoted: values.promote,
    opened: values.link,
    build: values.build && resolve(values.build),
    to: productAddress(values.to, env),
    token: await deployToken(values.token, env),
    who: values.who ?? userInfo().username,
    why: values.why ?? usualReason(values),
  };
}

/** Throws when the environment contradicts the command. The server knows the names of the environments. */
function mustBeOnePlace(values) {
  const { promote, link, for: whom } = values;
  const environment = otherEnvironment(values);
  const isDeed = promote !== undefined || link !== undefined;
  if (isDeed && (environment !== undefined || (promote !== undefined && link !== undefined)))
    throw new UserFacingError('--environment, --promote and --link go one at a time.');
  const other = ['all', 'build', 'rollback', 'retire', 'dry-run', 'skip-gate', 'approve'].find((name) => values[name]);
  if (isDeed && other)
    throw new UserFacingError(
      `--promote and --link are for one remote and build nothing: they do not go with --${other}.`,
    );
  if (environment !== undefined && values.retire) throw new UserFacingError('--retire is for every environment.');
  if (environment !== undefined && values.percent !== undefined)
    throw new UserFacingError('--percent is for releases and promotions to production.');
  if (whom !== undefined && (environment !== undefined || values.rollback || values.retire || link !== undefined))
    throw new UserFacingError('--for is for releases and promotions to production.');
}

/** The environment other than production that is named, if any. */
const otherEnvironment = (values) => (values.environment === 'production' ? undefined : values.environment);

/** Words with commas between them; undefined without any option. */
const wordsIn = (text) => text?.split(',').map((word) => word.trim());

/** How the gate is skipped; undefined when it runs. */
function skipOf(values) {
  const { 'skip-gate': isSkipped, reason, 'approved-by': approval } = values;
  if (values.approve !== undefined && (values.all || values.rollback || values.retire || isSkipped))
    throw new UserFacingError('--approve is for one build of one remote, and goes with nothing else.');
  if (!isSkipped && (reason !== undefined || approval !== undefined))
    throw new UserFacingError('--reason and --approved-by are for --skip-gate.');
  if (!isSkipped) return undefined;
  if (values.all || values.rollback || values.retire || values['dry-run'])
    throw new UserFacingError('--skip-gate is for a release of one remote.');
  if (!reason?.trim()) throw new UserFacingError('--skip-gate needs --reason: it is shown in the history.');
  return { reason, approval };
}

function parse(given) {
  try {
    return parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        thorough: { type: 'boolean', default: false },
        percent: { type: 'string' },
        for: { type: 'string' },
        environment: { type: 'string' },
        promote: { type: 'string' },
        together: { type: 'boolean', default: false },
        link: { type: 'string' },
        'skip-gate': { type: 'boolean', default: false },
        reason: { type: 'string' },
        'approved-by': { type: 'string' },
        approve: { type: 'string' },
        force: { type: 'boolean', default: false },
        rollback: { type: 'boolean', default: false },
        retire: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
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

function usualReason(values) {
  const { rollback, retire, promote } = values;
  if (promote !== undefined) return `promoted from ${promote}`;
  if (rollback) return 'rolled back by hand';
  return retire ? 'retired by hand' : lastSubject();
}

function lastSubject() {
  try {
    return (
      execFileSync('git', ['log', '-1', '--format=%s'], {
        cwd: project,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim() || 'released by hand'
    );
  } catch {
    return 'released by hand';
  }
}
