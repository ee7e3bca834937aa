import { spawn } from 'node:child_process';

import { recognitionGraph } from '../graph';
import { loadLibraries } from '../transcoding/libraries';
import { createNodeAvTranscoder } from '../transcoding/node-av-transcoder';
import { CHUNK_SECONDS } from './chunks';
import type { Recognizer } from './recognize';

/** What the program does in a process of its own for `recognizerApart`. */
export interface RecognitionTask {
  readonly model: string;
  readonly wave: string;
  readonly written: string;
}

/** Characters of the process's own messages that an error contains. */
const KEPT_TEXT = 2000;

/** Recognizes speech with FFmpeg's libraries, which have whisper.cpp in them. */
export async function runRecognition({ model, wave, written }: RecognitionTask): Promise<void> {
  const av = await loadLibraries();
  // Errors say why a model cannot be used.
  av.Log.setLevel(av.AV_LOG_ERROR);
  const graph = recognitionGraph(wave, { model, written, chunkSeconds: CHUNK_SECONDS });
  const parts = createNodeAvTranscoder(av).sound(graph)[Symbol.asyncIterator]();
  while (!(await parts.next()).done);
}

/**
 * Returns a recognizer that runs this program again for each sound. The code of a model is native and loads what the
 * machine has for it: where that ends the process, only the lines are lost. Rejects with what the process said.
 */
export const recognizerApart =
  (script: string, model: string): Recognizer =>
  (wave, written) =>
    new Promise((done, fail) => {
      const child = spawn(process.execPath, [script], { stdio: ['pipe', 'ignore', 'pipe'] });
      let said = '';
      child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-KEPT_TEXT)));
      child.once('error', fail);
      // A process that dies at once closes its input; its exit code says more.
      child.stdin.on('error', () => undefined);
      const task: RecognitionTask = { model, wave, written };
      child.stdin.end(JSON.stringify(task));
      child.once('close', (code, killedBy) => {
        if (code === 0) done();
        else fail(new Error(`Speech was not recognized: the process ended with ${killedBy ?? code}. ${said}`.trim()));
      });
    });
