import { readQuestion, runCommand } from './run-command.mjs';

const HELP = `npm run uses -- NAME [options]

Says which releases break when a call of the contract, an export of the facade or a slot is removed. Counts what is live, in a
rollout or in an environment, by its built files. The shell itself does not count: its sources are checked by \`npm run check\`.

  --to URL       the product that is asked (default: the one on this machine, by PORT)
  --token TOKEN  a token that may release (default: DEPLOY_TOKEN, or the one in DATA_DIR)`;

const words = {
  call: 'sends the call',
  facade: 'takes from the facade',
  shown_slot: 'shows the slot',
  filled_slot: 'fills the slot',
};

/**
 * Returns who uses a name, as lines of text.
 * @param {string} name
 * @param {{ names: { kind: string, name: string, users: { remote: string, version: string, place: string }[] }[], unknown:
 * { remote: string, version: string, place: string, isFacadeOnly: boolean }[] }} uses
 */
export function describeUses(name, { names, unknown }) {
  const found = names.filter((each) => each.name === name);
  return [
    ...(found.length === 0 ? [`No release uses ${name}.`] : []),
    ...found.flatMap(({ kind, users }) =>
      users.map((user) => `${describeRelease(user)}: ${words[kind] ?? kind} ${name}`),
    ),
    ...unknown.map((release) =>
      release.isFacadeOnly
        ? `${describeRelease(release)}: what it uses of the facade is not known, because of how it is bundled`
        : `${describeRelease(release)}: its files cannot be read`,
    ),
  ];
}

const describeRelease = ({ remote, version, place }) => `${remote} ${version}${place === 'live' ? '' : ` (${place})`}`;

async function printUses(given, env) {
  const { word: name, product } = readQuestion(given, env, HELP);
  for (const line of describeUses(name, await (await product()).uses())) console.log(line);
}

await runCommand(import.meta.url, printUses);
