import type { LiveVersions, Registry } from '@manabiba/shared/page/boot-data';
import { millisecondsInHour } from 'date-fns/constants';

/** Age from which an outdated page is worth a reload whatever has changed, in milliseconds. */
const LONG_OPEN_MS = 4 * millisecondsInHour;

interface Running {
  /** Version of the shell. */
  shell: string;
  registry: Registry;
  /** How long the page has been open, in milliseconds. */
  ageMs: number;
}

/**
 * Returns whether the current page should be reloaded: it runs a release that was rolled back or withdrawn, or one
 * whose successor is worth a reload; or it has been open for long and is outdated.
 */
export function shouldReload({ shell, registry, ageMs }: Running, live: LiveVersions): boolean {
  const outdated = Object.entries(registry.remotes).flatMap(([remote, { version }]) => {
    const now = live.remotes[remote];
    return now && now.version !== version ? { ...now, running: version } : [];
  });
  if (
    outdated.some(({ running, takenBack, worthAgoMs = Infinity }) => takenBack?.includes(running) || worthAgoMs < ageMs)
  )
    return true;
  return ageMs >= LONG_OPEN_MS && (outdated.length > 0 || live.shell !== shell);
}

/** Returns whether an answer has the shape of the live versions; a proxy's error page does not. */
export function isLiveVersions(answer: unknown): answer is LiveVersions {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'shell' in answer &&
    'remotes' in answer &&
    typeof answer.remotes === 'object' &&
    answer.remotes !== null
  );
}
