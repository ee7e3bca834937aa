import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';

import { compose, type Composed, RecordingBroken } from './compose';
import type { Composition } from './composition';
import { type RecognitionTask, recognizerApart, runRecognition } from './recognition/recognize-apart';
import { chooseTranscoder } from './transcoding/choose-transcoder';
import { CodecMissing } from './transcoding/transcoder';

/** What the program reads from its standard input. */
export interface ComposerTask {
  readonly composition: Composition;
  readonly folder: string;
  /** A model file of whisper.cpp, with which speech is recognized. Without it `lines` are empty. */
  readonly captionsModel?: string;
}

/** Why composing failed. */
export type ComposerFailure = 'broken_recording' | 'missing_codec' | 'no_space' | 'internal';

/** One line of the program's standard output, as JSON. */
export type ComposerMessage =
  | { readonly percent: number }
  /** Something is missing from the result, which is complete otherwise. */
  | { readonly trouble: string }
  | { readonly composed: Composed }
  | { readonly failure: ComposerFailure; readonly reason: string };

// Node would open its inspector on it.
process.on('SIGUSR1', () => undefined);

/** The lowest priority: live classes on the same machine go first. */
const PRIORITY = 19;

const program = process.argv[1] as string;

const send = (message: ComposerMessage) => process.stdout.write(`${JSON.stringify(message)}\n`);

async function run(): Promise<void> {
  setPriority(PRIORITY);
  // Without the program that started it the result is of no use; the folder is continued later.
  process.stdout.on('error', () => process.exit(1));
  const task = JSON.parse(await text(process.stdin)) as ComposerTask | RecognitionTask;
  await ('wave' in task ? runRecognition(task) : composeTask(task));
}

async function composeTask({ composition, folder, captionsModel }: ComposerTask): Promise<void> {
  let reported = -1;
  const onProgress = (percent: number) => {
    if (percent > reported) send({ percent });
    reported = Math.max(reported, percent);
  };
  const transcoder = await chooseTranscoder(process.env);
  const recognizer = captionsModel === undefined ? undefined : recognizerApart(program, captionsModel);
  const onTrouble = (trouble: string) => send({ trouble });
  const composed = await compose(composition, { path: folder, transcoder, onProgress, onTrouble, recognizer });
  send({ composed });
}

function failureOf(error: unknown): ComposerFailure {
  if (error instanceof RecordingBroken) return 'broken_recording';
  if (error instanceof CodecMissing) return 'missing_codec';
  const reason = String((error as Error).message);
  return (error as NodeJS.ErrnoException).code === 'ENOSPC' || reason.includes('No space left')
    ? 'no_space'
    : 'internal';
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    send({ failure: failureOf(error), reason: (error as Error).stack ?? String(error) });
    process.exit(1);
  },
);
