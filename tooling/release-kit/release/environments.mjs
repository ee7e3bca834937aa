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
 * Makes the releases that an environment has live, in one change, without building or checking them again.
 * @param {{ remotes: string[], who: string, why: string }} change
 * @param {{ promoted: string, percent: number | null, shownTo?: string[] | undefined, isWorthReload: boolean, isForced: boolean, to: string }} wanted
 * @param {Pick<ReturnType<typeof import('./deploy-calls.mjs').deployCalls>, 'live' | 'promote'>} product
 */
export async function promote({ remotes, ...author }, wanted, product) {
  const { promoted: environment, percent, shownTo, isWorthReload, isForced, to } = wanted;
  const live = await product.live();
  const releases = remotes.map((remote) => ({ remote, version: versionIn(environment, remote, live) }));
  const missing = releases.find(({ version }) => version === null);
  if (missing) throw new UserFacingError(`There is no release of ${missing.remote} at ${to}.`);
  const [first, ...others] = releases;
  const { isNews } = await product.promote({
    ...author,
    ...first,
    ...(others.length > 0 ? { with: others } : {}),
    environment,
    percent,
    shownTo,
    isWorthReload,
    isForced,
  });
  const names = releases.map(({ remote, version }) => `${remote} ${version}`).join(' with ');
  console.log(
    isNews
      ? `${names} is ${shownToWords(wanted)} at ${to}: the files that ${environment} has shown.`
      : `${names} was already live: nothing has changed.`,
  );
}

/** The release in an environment. Without one the server explains why: it may have been promoted a moment ago. */
function versionIn(environment, remote, { environments, remotes }) {
  const there = environments.find((entry) => entry.environment === environment && entry.remote === remote);
  return (there ?? remotes.find((entry) => entry.remote === remote))?.version ?? null;
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
