/** What an archive of the demo shows. */
export interface ArchiveSource {
  source: 'classroom' | 'event';
  id: string;
  title: string;
  description: string;
  hostId: string;
  hostName: string;
  categoryId: string;
  endedAt: Date;
}

/** How long each slide of a video is shown, in seconds. */
const SECONDS_PER_PART = 8;
/** The captions of a part begin and end this much later and earlier, in seconds. */
const CAPTION_MARGIN = 0.5;
const MAX_TALKS = 3;
const MAX_LINE = 23;
const MAX_LINES = 4;

export interface ArchiveScript {
  chapters: { at: number; title: string }[];
  cues: { start: number; end: number; lines: string[] }[];
}

/** Writes the chapters and captions of a video from what its class or event says of itself. */
export function writeScript(source: ArchiveSource, toPhrases: (text: string) => string[]): ArchiveScript {
  const sentences = source.description
    .split(/(?<=。)|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 3)
    .slice(0, MAX_TALKS);
  const talks = sentences.map((sentence) => ({
    lines: intoLines(sentence, toPhrases),
    chapter: toPhrases(sentence)
      .slice(0, 2)
      .join('')
      .replace(/[、。]$/, ''),
  }));
  const by = source.source === 'event' ? 'さんのイベントの記録です。' : 'さんの教室の記録です。';
  const all = [
    { lines: [source.title, `${source.hostName}${by}`], chapter: 'はじめに' },
    ...talks,
    { lines: ['見てくださって、', 'ありがとうございました。'], chapter: 'おわりに' },
  ];
  return {
    chapters: all.map(({ chapter }, at) => ({ at: at * SECONDS_PER_PART, title: chapter })),
    cues: all.map(({ lines }, at) => ({
      start: at * SECONDS_PER_PART + CAPTION_MARGIN,
      end: (at + 1) * SECONDS_PER_PART - CAPTION_MARGIN,
      lines,
    })),
  };
}

function intoLines(sentence: string, toPhrases: (text: string) => string[]): string[] {
  const lines: string[] = [];
  for (const phrase of toPhrases(sentence)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + phrase.length > MAX_LINE) lines.push(phrase);
    else lines[lines.length - 1] = last + phrase;
  }
  return lines.slice(0, MAX_LINES);
}
