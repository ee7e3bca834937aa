export type ReleaseAction =
  'published' | 'rollout_started' | 'rollout_withdrawn' | 'rolled_back' | 'refused' | 'files_removed';

/** A change of the registry. */
export interface HistoryRow {
  at: Date;
  remote: string;
  action: ReleaseAction;
  version: string;
  /** The release that was live before. */
  fromVersion: string | null;
  percent: number | null;
  who: string;
  why: string;
}

/**
 * Returns the release to roll back to, one step at a time: after two rollbacks it is the one before both.
 *
 * @param history of one remote, the oldest first.
 */
export function goBackTarget(
  history: readonly Pick<HistoryRow, 'action' | 'version' | 'fromVersion'>[],
  live: string,
): string | undefined {
  const lived: string[] = [];
  for (const { action, version, fromVersion } of history) {
    if (action === 'published') {
      if (lived.length === 0 && fromVersion) lived.push(fromVersion);
      if (lived.at(-1) !== version) lived.push(version);
    } else if (action === 'rolled_back') {
      lived.pop();
      if (lived.at(-1) !== version) lived.push(version);
    }
  }
  if (lived.at(-1) === live) lived.pop();
  return lived.at(-1);
}
