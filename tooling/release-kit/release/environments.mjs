import { UserFacingError } from '../../../server/src/user-facing-error.mjs';

/**
 * The audience of a release in production, from the command's arguments.
 * @param {{ percent: number | null, shownTo?: string[] | undefined }} reach
 */
export function shownToWords({ percent, shownTo }) {
  const share = percent === null ? '' : `${percent} of 100 `;
  if (shownTo) return `shown to ${share && `${share}of `}${shownTo.join(', ')}`;
  return percent === null ? 'live for everyone' : `shown to ${share}visitors`;
}

/**
 * Makes the release that an environment has live, without building or checking it again.
 * @param {{ remote: string, who: string, why: string }} act
 * @param {{ promoted: string, percent: number | null, shownTo?: string[] | undefined, isWorthReload: boolean, isForced: boolean, to: string }} wanted
 * @param {Pick<ReturnType<typeof import('./deploy-calls.mjs').deployCalls>, 'live' | 'promote'>} product
 */
export async function promote(act, wanted, product) {
  const { promoted: environment, percent, shownTo, isWorthReload, isForced, to } = wanted;
  const { environments, remotes } = await product.live();
  const { remote } = act;
  const there = environments.find((entry) => entry.environment === environment && entry.remote === remote);
  // Without one the server explains why: it may have been promoted a moment ago.
  const { version = null } = there ?? remotes.find((entry) => entry.remote === remote) ?? {};
  if (version === null) throw new UserFacingError(`There is no release of ${remote} at ${to}.`);
  const { isNews } = await product.promote({ ...act, environment, version, percent, shownTo, isWorthReload, isForced });
  console.log(
    isNews
      ? `${act.remote} ${version} is ${shownToWords(wanted)} at ${to}: the files that ${environment} has shown.`
      : `${act.remote} ${version} was already live: nothing has changed.`,
  );
}

/** Removes the release of a remote from an environment, which then has the live one again. */
export async function withdraw(act, { environment, to }, product) {
  const { left } = await product.withdraw({ ...act, environment });
  console.log(`${act.remote} ${left} is no longer in ${environment} at ${to}: what is live is seen there.`);
}

/** Prints a link that puts the browser that opens it into an environment. */
export async function printLink(environment, product) {
  const { link } = await product.linkTo(environment);
  console.log(`Whoever opens this within 24 hours, by hand, sees ${environment} for 12 hours:\n  ${link}`);
}
