import { writeWebVtt } from '@manabiba/shared/contract/write-web-vtt';

interface Cue {
  start: number;
  end: number;
  text: string;
}

/** Writes captions as a WebVTT file. Empty ones are left out; null when none is left. */
export function writeVtt(cues: readonly Cue[]): string | null {
  const written = cues
    .map(({ text, ...times }) => ({ ...times, lines: linesOf(text) }))
    .filter(({ lines }) => lines.length > 0);
  return written.length === 0 ? null : writeWebVtt(written);
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
