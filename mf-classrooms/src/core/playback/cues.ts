/** A caption with its times in seconds. */
export interface Cue {
  start: number;
  end: number;
  text: string;
}

/** Returns the captions that the browser has read from a file, in the order of their start. */
export function readCues(track: TextTrack | null | undefined): Cue[] {
  return [...(track?.cues ?? [])]
    .map((cue) => ({ start: cue.startTime, end: cue.endTime, text: plainText((cue as VTTCue).text) }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => a.start - b.start);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
};

/** Removes tags, readings above ruby, and resolves what files contain that were saved as they were uploaded. Lines stay: a Japanese caption is broken where its author breaks it. */
export function plainText(text: string): string {
  return text
    .replace(/<rt[\s.>].*?(?:<\/rt>|(?=<\/ruby>)|$)/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d{1,6});/g, (_whole, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Returns the text shown at a position; empty between captions. */
export function captionAt(cues: readonly Cue[], seconds: number): string {
  return cues
    .filter(({ start, end }) => start <= seconds && seconds < end)
    .map(({ text }) => text)
    .join('\n');
}

/** Returns the index of the last cue that has begun; -1 before the first. */
export function lastBegun(cues: readonly Cue[], seconds: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cues[middle]?.start ?? Infinity) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
