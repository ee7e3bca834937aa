import type { ReleaseAction } from '@manabiba/shared/contract/staff-releases';

/** A change of the registry. */
export interface HistoryRow {
  at: Date;
  remote: string;
  action: ReleaseAction;
  version: string;
  /** The release that was live before. */
  fromVersion: string | null;
  percent: number | null;
  /** The audience of a rollout in words; null for everyone. */
  rule: string | null;
  /** Where the release was put or taken away, or from where it was promoted; null for all other changes. */
  environment: string | null;
  who: string;
  why: string;
  /** The second person, where one is needed: for a skipped gate. */
  approvedBy: string | null;
  /** Shared by the releases that went live in one change of several remotes; null for a change of one. */
  changeId: string | null;
}

/** The actions that decide which releases were live. */
export const LIVED_ACTIONS = ['published', 'rolled_back', 'retired'] as const satisfies readonly ReleaseAction[];

/** A release that was live, and when it went live. */
export interface LivedRelease {
  version: string;
  at: Date;
}

/**
 * Returns the releases that rolling back restores step by step, the oldest first and the live one last. A release that
 * was live before the remote was retired is not among them: no one decided that it may come back.
 *
 * @param history of one remote, the oldest first.
 */
export function livedReleases(
  history: readonly Pick<HistoryRow, 'action' | 'version' | 'fromVersion' | 'at'>[],
): LivedRelease[] {
  const lived: LivedRelease[] = [];
  for (const { action, version, fromVersion, at } of history) {
    if (action === 'published') {
      if (lived.length === 0 && fromVersion) lived.push({ version: fromVersion, at: new Date(0) });
      if (lived.at(-1)?.version !== version) lived.push({ version, at });
    } else if (action === 'rolled_back') {
      lived.pop();
      const place = lived.findLastIndex((release) => release.version === version);
      // An automatic rollback may pass over several releases.
      if (place === -1) lived.push({ version, at });
      else lived.length = place + 1;
    } else if (action === 'retired') {
      lived.length = 0;
    }
  }
  return lived;
}

/** Returns the release to roll back to, one step at a time: after two rollbacks it is the one before both. */
export function goBackTarget(history: Parameters<typeof livedReleases>[0], live: string): string | undefined {
  const lived = livedReleases(history);
  if (lived.at(-1)?.version === live) lived.pop();
  return lived.at(-1)?.version;
}
