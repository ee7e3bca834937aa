import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import type { Composed } from '@manabiba/engine-composer/compose';
import type { ComposerFailure, ComposerMessage, ComposerTask } from '@manabiba/engine-composer/program';

/** Composing ended without a video. */
export class ComposingFailed extends Error {
  override readonly name = 'ComposingFailed';
  constructor(
    readonly failure: ComposerFailure,
    message: string,
  ) {
    super(message);
  }
}

interface Following {
  onPercent: (percent: number) => void;
  /** Called when something is missing from the video, which is complete otherwise. */
  onTrouble: (error: Error) => void;
  signal: AbortSignal;
}

/** Lines of the program's own messages that an error contains. */
const KEPT_LINES = 20;

/**
 * Runs the composer in a process of its own. Rejects with `ComposingFailed` when it says why, or dies. Aborting kills
 * it; the next run continues where it was.
 */
export function runComposer(
  script: string,
  task: ComposerTask,
  { onPercent, onTrouble, signal }: Following,
): Promise<Composed> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' });
    const said: string[] = [];
    let end: Composed | Error | undefined;
    createInterface(child.stdout).on('line', (line) => {
      const message = JSON.parse(line) as ComposerMessage;
      if ('percent' in message) onPercent(message.percent);
      else if ('trouble' in message) onTrouble(new Error(message.trouble));
      else end = 'composed' in message ? message.composed : new ComposingFailed(message.failure, message.reason);
    });
    createInterface(child.stderr).on('line', (line) => {
      said.push(line);
      if (said.length > KEPT_LINES) said.shift();
    });
    // A killed process still writes until it is closed.
    child.once('error', (error) => (end = error));
    // A process that dies at once closes its input; its exit code says more.
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(task));
    child.once('close', (code, killedBy) => {
      if (end === undefined)
        fail(new ComposingFailed('internal', `The composer ended with ${killedBy ?? code}.\n${said.join('\n')}`));
      else if (end instanceof Error) fail(end);
      else done(end);
    });
  });
}
