import { createInterface } from 'node:readline/promises';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';

/**
 * Retires a remote for all users, after its name was typed or `--yes` was given.
 * @param {{ remote: string, who: string, why: string }} act
 * @param {{ isConfirmed: boolean, to: string }} wanted
 * @param {{ retire: (act: object) => Promise<{ left: string }> }} product
 */
export async function retire(act, { isConfirmed, to }, product) {
  if (!isConfirmed) await mustConfirm(act.remote, to);
  const { left } = await product.retire(act);
  console.log(
    `${act.remote} is retired at ${to}; ${left} is no longer shown. To bring it back: npm run release -- ${act.remote} --rollback`,
  );
}

/** @param {{ input: NodeJS.ReadableStream & { isTTY?: boolean }, output: NodeJS.WritableStream }} [terminal] */
export async function mustConfirm(remote, to, terminal = { input: process.stdin, output: process.stdout }) {
  if (!terminal.input.isTTY)
    throw new UserFacingError(`Retiring ${remote} needs --yes where nobody can type its name.`);
  const lines = createInterface(terminal);
  const typed = await lines.question(`Everyone loses the pages of ${remote} at ${to}. Type its name to retire it: `);
  lines.close();
  if (typed.trim() !== remote) throw new UserFacingError(`${remote} stays as it is.`);
}
