import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';

import { compose, type Composed, RecordingBroken } from './compose';
import type { Composition } from './composition';
import { chooseTranscoder } from './transcoding/choose-transcoder';
import { CodecMissing } from './transcoding/transcoder';

/** What the program reads from its standard input. */
export interface ComposerTask {
  readonly composition: Composition;
  readonly folder: string;
}

/** Why composing failed. */
export type ComposerFailure = 'broken_recording' | 'missing_codec' | 'no_space' | 'internal';

/** One line of the program's standard output, as JSON. */
export type ComposerMessage =
  | { readonly percent: number }
  | { readonly composed: Composed }
  | { readonly failure: ComposerFailure; readonly reason: string };

/** The lowest priority: live classes on the same machine go first. */
const PRIORITY = 19;

const tell = (message: ComposerMessage) => process.stdout.write(`${JSON.stringify(message)}\n`);

async function run(): Promise<void> {
  setPriority(PRIORITY);
  // Without the program that started it, nobody wants the result; the folder is continued later.
  process.stdout.on('error', () => process.exit(1));
  const { composition, folder } = JSON.parse(await text(process.stdin)) as ComposerTask;
  let told = -1;
  const onProgress = (percent: number) => {
    if (percent > told) tell({ percent });
    told = Math.max(told, percent);
  };
  const transcoder = await chooseTranscoder(process.env);
  const composed = await compose(composition, { path: folder, transcoder, onProgress });
  tell({ composed });
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
    tell({ failure: failureOf(error), reason: (error as Error).stack ?? String(error) });
    process.exit(1);
  },
);
