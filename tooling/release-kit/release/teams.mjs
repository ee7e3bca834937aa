import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { deployCalls } from './deploy-calls.mjs';
import { deployToken } from './deploy-token.mjs';
import { productAddress, runCommand } from './run-command.mjs';

const HELP = `npm run teams -- list
npm run teams -- add PERSON (--remote REMOTE | --all-remotes) [--days N]
npm run teams -- revoke ID

The operator's work: the tokens with which the members of teams release.

  PERSON         an address, such as aoi@example.jp: the history shows it
  --remote R     the only remote that the token may change
  --all-remotes  it may change every remote
  --days N       how long it is valid (default 90, at most 366)
  --to URL       a product elsewhere (default: the one on this machine, by PORT)
  --token TOKEN  the operator's token (default: DEPLOY_TOKEN, or the one in DATA_DIR)`;

/** Default validity of a token, in days. */
const USUAL_DAYS = 90;

/**
 * Parses the arguments of the command.
 * @param {string[]} given Command-line arguments.
 * @param {Record<string, string | undefined>} env
 */
export function readTeamsArguments(given, env) {
  const { values, positionals } = parse(given);
  const [deed, whom, ...rest] = positionals;
  const days = Number(values.days ?? USUAL_DAYS);
  const scope = values.remote ?? values['all-remotes'];
  const isWhole = {
    list: whom === undefined && scope === undefined,
    add: whom !== undefined && (values.remote === undefined) !== (values['all-remotes'] === undefined),
    revoke: whom !== undefined && scope === undefined,
  }[deed];
  if (!isWhole || rest.length > 0) throw new UserFacingError(HELP);
  if (!Number.isInteger(days) || days < 1 || days > 366)
    throw new UserFacingError('--days takes a whole number from 1 to 366.');
  return { deed, whom, remote: values.remote ?? null, days, to: productAddress(values.to, env), token: values.token };
}

function parse(given) {
  try {
    return parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        remote: { type: 'string' },
        'all-remotes': { type: 'boolean' },
        days: { type: 'string' },
        to: { type: 'string' },
        token: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UserFacingError(`${error.message}\n\n${HELP}`);
  }
}

/**
 * One token as a line of the list.
 * @param {{ id: string, remote: string | null, person: string, createdBy: string, expiresAt: string, lastUsedAt: string |
 * null, revokedAt: string | null, revokedBy: string | null }} token
 * @param {Date} now
 */
export function lineOf({ id, remote, person, createdBy, expiresAt, lastUsedAt, revokedAt, revokedBy }, now) {
  const dayOf = (time) => time.slice(0, 10);
  const validity = new Date(expiresAt) > now ? `until ${dayOf(expiresAt)}` : `expired ${dayOf(expiresAt)}`;
  return [
    id,
    person,
    remote ?? 'all remotes',
    revokedAt ? `revoked ${dayOf(revokedAt)} by ${revokedBy}` : validity,
    lastUsedAt ? `last used ${dayOf(lastUsedAt)}` : 'never used',
    `from ${createdBy}`,
  ].join('  ');
}

async function manageTeams(given, env) {
  const { deed, whom, remote, days, to, token } = readTeamsArguments(given, env);
  const product = deployCalls({ to, token: await deployToken(token, env) });
  const who = userInfo().username;
  if (deed === 'list') {
    const { tokens } = await product.tokens();
    for (const each of tokens) console.log(lineOf(each, new Date()));
    if (tokens.length === 0) console.log(`No team has a token at ${to}.`);
  } else if (deed === 'add') {
    const { token: made, secret } = await product.addToken({ person: whom, remote, days, who });
    console.log(
      `${lineOf(made, new Date())}\n\nNothing shows this again; ${whom} releases with it:\n\n  DEPLOY_TOKEN=${secret}\n`,
    );
  } else {
    const { token: ended } = await product.revokeToken({ id: whom, who });
    console.log(lineOf(ended, new Date()));
  }
}

await runCommand(import.meta.url, manageTeams);
