import { captionTime } from '@manabiba/shared/contract/caption-time';

interface Cue {
  start: number;
  end: number;
  text: string;
}

/** Writes captions as a WebVTT file. Empty ones are left out; null when none is left. */
export function writeVtt(cues: readonly Cue[]): string | null {
  const blocks = cues.flatMap(({ start, end, text }) => {
    const lines = text
      .split('\n')
      // An arrow in a sentence would be read as a time.
      .map((line) => line.replaceAll('-->', '→').trim())
      .filter((line) => line !== '');
    return lines.length === 0
      ? []
      : [`${captionTime(start)} --> ${captionTime(end)}\n${lines.map(escaped).join('\n')}\n`];
  });
  return blocks.length === 0 ? null : `WEBVTT\n\n${blocks.join('\n')}`;
}

const escaped = (line: string) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
