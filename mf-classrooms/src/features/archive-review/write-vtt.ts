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
    return lines.length === 0 ? [] : [`${toTime(start)} --> ${toTime(end)}\n${lines.map(escaped).join('\n')}\n`];
  });
  return blocks.length === 0 ? null : `WEBVTT\n\n${blocks.join('\n')}`;
}

const escaped = (line: string) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function toTime(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const pad = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, '0');
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
}
