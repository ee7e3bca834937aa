import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { deployCalls } from './deploy-calls.mjs';
import { deployToken } from './deploy-token.mjs';

const HELP = `npm run replay -- NUMBER [options]

Says which releases a user had when something failed, by the number that they were shown (0AF7-6519), and prints a link that opens
the product with exactly these, in one browser.

  --to URL       the product that is asked (default: the one on this machine, by PORT)
  --token TOKEN  a token that may release (default: DEPLOY_TOKEN, or the one in DATA_DIR)`;

/**
 * Returns the releases of a failure and their link, as lines of text.
 * @param {{ at: string, releases: { remote: string, version: string, isKept: boolean }[], link: string | null }} replay
 */
export const describeReplay = ({ at, releases, link }) => [
  `Reported at ${at}, with these releases:`,
  ...releases.map(({ remote, version, isKept }) => `  ${remote} ${version}${isKept ? '' : ', whose files are gone'}`),
  link === null ? 'They cannot be opened any more.' : `Open them within ten minutes: ${link}`,
];

async function printReplay(given, env) {
  const { values, positionals } = parse(given);
  const [number, ...rest] = positionals;
  if (!number || rest.length > 0) throw new UserFacingError(HELP);
  const to = (values.to ?? env.RELEASE_TO ?? `http://localhost:${env.PORT || 3000}`).replace(/\/+$/, '');
  const replay = await deployCalls({ to, token: await deployToken(values.token, env) }).replay(number.toUpperCase());
  for (const line of describeReplay(replay)) console.log(line);
}

function parse(given) {
  try {
    return parseArgs({
      args: given,
      allowPositionals: true,
      options: { to: { type: 'string' }, token: { type: 'string' } },
    });
  } catch (error) {
    throw new UserFacingError(`${error.message}\n\n${HELP}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await printReplay(process.argv.slice(2), process.env).catch((error) => {
    console.error(error instanceof UserFacingError ? error.message : error);
    process.exitCode = 1;
  });
}
