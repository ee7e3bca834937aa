import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Extracts the text of a PDF, one string per page. */
export async function wordsOfPdf(bytes: Buffer): Promise<string[]> {
  const reader = spawn(process.execPath, [join(import.meta.dirname, 'read-pdf.mjs')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  reader.stdin.end(bytes);
  return JSON.parse(await text(reader.stdout)) as string[];
}
