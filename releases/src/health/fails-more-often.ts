/** Page views with a release, and in how many of them something went wrong. */
export interface Tally {
  views: number;
  failures: number;
}

/** Fewer failures than this are treated as chance. */
const MIN_FAILURES = 3;
/** From this many page views on, the other release's failure rate counts as known. */
const ENOUGH_VIEWS = 200;
/** A missing page view counts as failing at least this often. */
const UNKNOWN_RATE = 0.05;
/** Significance level: the share of releases just as good as the other that may ever be judged worse. */
const FALSE_ALARMS = 0.01;

/**
 * Returns whether a release fails in a larger share of its page views than another one: Fisher's exact test, one-sided.
 *
 * It may be asked after every page view. Only another failure can make the result more certain, so each failure is one
 * look at the data, and the looks share the false alarms that are allowed: the third gets half of them, the fourth a
 * sixth, the n-th 1/((n-2)(n-1)), which adds up to one. Without this, a release that is watched for long enough would
 * be judged worse by chance.
 *
 * Until the other release has 200 page views, the missing ones count as failing as often as the present ones, but in at
 * least 5 of 100: then only a release that fails in a large share of its page views is worse, from three in six on.
 *
 * @param floor the other release counts as failing at least this often, whatever was measured of it.
 */
export function failsMoreOften(release: Tally, other: Tally, floor = 0): boolean {
  const failures = Math.min(release.failures, release.views);
  if (failures < MIN_FAILURES) return false;
  const base = filled(other, floor);
  const share = 1 / ((failures - MIN_FAILURES + 1) * (failures - MIN_FAILURES + 2));
  return chanceOf({ views: release.views, failures }, base) <= FALSE_ALARMS * share;
}

/**
 * Returns whether the rendering of a release by the server fails more often than that of another one.
 *
 * A part rests after it has failed, however many page views there are, so failures are rare among them even when each
 * rendering fails. Three are therefore enough where the other release has none: they depend on no browser or network, and
 * cannot be forged. Otherwise their shares of the page views are compared, which rests make smaller for both.
 */
export const failsMoreOftenOnServer = (release: Tally, other: Tally): boolean =>
  other.failures === 0 ? release.failures >= MIN_FAILURES : failsMoreOften(release, other);

/** The other release with at least 200 page views, of which at least the share `floor` fails. */
function filled({ views, failures }: Tally, floor: number): Tally {
  const known = Math.min(failures, views);
  const missing = Math.max(0, ENOUGH_VIEWS - views);
  const rate = Math.max(UNKNOWN_RATE, views === 0 ? 0 : known / views);
  const total = views + missing;
  return { views: total, failures: Math.max(Math.ceil(known + missing * rate), Math.ceil(total * floor)) };
}

/**
 * The probability of at least as many failures in the first release when both fail equally often: all failures are
 * dealt out at random to all page views (hypergeometric distribution).
 */
function chanceOf(release: Tally, other: Tally): number {
  const views = release.views + other.views;
  const failures = release.failures + other.failures;
  const most = Math.min(release.views, failures);
  let term = Math.exp(
    logChoose(release.views, release.failures) + logChoose(other.views, other.failures) - logChoose(views, failures),
  );
  let sum = 0;
  for (let count = release.failures; count <= most; count += 1) {
    sum += term;
    term *= ((failures - count) * (release.views - count)) / ((count + 1) * (other.views - failures + count + 1));
  }
  return Math.min(1, sum);
}

const logChoose = (from: number, count: number) =>
  logFactorial(from) - logFactorial(count) - logFactorial(from - count);

/** Stirling's series, exact to ten digits from here on. */
const STIRLING_FROM = 20;

function logFactorial(count: number): number {
  if (count >= STIRLING_FROM)
    return (
      count * Math.log(count) - count + Math.log(2 * Math.PI * count) / 2 + 1 / (12 * count) - 1 / (360 * count ** 3)
    );
  let sum = 0;
  for (let factor = 2; factor <= count; factor += 1) sum += Math.log(factor);
  return sum;
}
