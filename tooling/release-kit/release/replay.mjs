import { readQuestion, runCommand } from './run-command.mjs';

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
  const { word: number, product } = readQuestion(given, env, HELP);
  for (const line of describeReplay(await (await product()).replay(number.toUpperCase()))) console.log(line);
}

await runCommand(import.meta.url, printReplay);
