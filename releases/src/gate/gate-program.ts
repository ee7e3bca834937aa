import { constants, setPriority } from 'node:os';

import type { ReleaseFolder } from '../store/packed-files';
import { usesOfRelease } from '../uses/uses-of-release';
import type { GateTask } from './check-apart';
import { checkCandidate } from './check-candidate';

/*
 * The process in which the files of one release are worked on: a candidate is checked and compressed, or a stored release
 * is read for what it uses. It is sent its task, answers, and is ended.
 */

export type GateProgramTask = { check: GateTask } | { uses: ReleaseFolder };

// Node would open its inspector on it.
process.on('SIGUSR1', () => undefined);
// The pages that are served meanwhile come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.once('disconnect', () => process.exit());
process.once('message', (task: GateProgramTask) => {
  const work = 'check' in task ? checkCandidate(task.check) : usesOfRelease(task.uses);
  // An error ends the process without an answer.
  void work.then((outcome) => process.send?.(outcome));
});
