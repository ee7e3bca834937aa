import type { CommitOutcome } from '../store/commit-batch';
import { versionTime } from '../store/document';

/** A commit response as defined by the protocol, for calls and Write streams alike. */
export function commitResponse({ version, outcomes }: CommitOutcome) {
  return {
    writeResults: outcomes.map(({ updateVersion, transformResults }) => ({
      ...(updateVersion !== undefined && { updateTime: versionTime(updateVersion) }),
      ...(transformResults.length > 0 && { transformResults }),
    })),
    commitTime: versionTime(version),
  };
}
