import { constants, setPriority } from 'node:os';

import type { GateTask } from './check-apart';
import { checkCandidate } from './check-candidate';

/*
 * The process in which one candidate is checked and compressed. It is sent the candidate, answers, and is ended.
 */

// Node would open its inspector on it.
process.on('SIGUSR1', () => undefined);
// The pages that are served meanwhile come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.once('disconnect', () => process.exit());
process.once('message', (task: GateTask) => {
  void checkCandidate(task).then((outcome) => process.send?.(outcome));
});
