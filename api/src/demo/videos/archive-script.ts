import type { Palette, Slide } from './slide';

/** What a demo video is made from. */
export interface ArchiveSource {
  source: 'classroom' | 'event';
  id: string;
  title: string;
  description: string;
  hostId: string;
  hostName: string;
  categoryId: string;
  endedAt: Date;
  /** Picture of the class or event, as SVG: the first thing to see. */
  cover: Buffer | undefined;
}

export const SECONDS_PER_SLIDE = 8;
/** The captions of a slide begin and end this much later and earlier, in seconds. */
const CAPTION_MARGIN = 0.5;
const MAX_TALK_SLIDES = 3;
const MAX_LINE = 23;
const MAX_LINES = 4;

const PALETTES: readonly Palette[] = [
  { paper: '#f6f3ea', accent: '#2f7d5b' },
  { paper: '#eef3f8', accent: '#27459b' },
  { paper: '#faf0ea', accent: '#b4532a' },
  { paper: '#f3eef7', accent: '#6b4a9c' },
  { paper: '#edf5f4', accent: '#1f7a78' },
];

export interface ArchiveScript {
  slides: Slide[];
  palette: Palette;
  chapters: { at: number; title: string }[];
  cues: { start: number; end: number; lines: string[] }[];
}

/** Writes the slides, chapters and captions of a video from what its class or event says of itself. */
export function writeScript(
  source: ArchiveSource,
  index: number,
  toPhrases: (text: string) => string[],
): ArchiveScript {
  const sentences = source.description
    .split(/(?<=。)|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 3)
    .slice(0, MAX_TALK_SLIDES);
  const talks = sentences.map((sentence, at) => ({
    title: `その${at + 1}`,
    lines: intoLines(sentence, toPhrases),
    chapter: toPhrases(sentence)
      .slice(0, 2)
      .join('')
      .replace(/[、。]$/, ''),
  }));
  const by = source.source === 'event' ? 'さんのイベントの記録です。' : 'さんの教室の記録です。';
  const all = [
    { title: source.title, lines: ['', `${source.hostName}${by}`], chapter: 'はじめに' },
    ...talks,
    { title: 'おわりに', lines: ['見てくださって、', 'ありがとうございました。'], chapter: 'おわりに' },
  ];
  const palette = PALETTES[index % PALETTES.length] ?? { paper: '#ffffff', accent: '#27459b' };
  return {
    palette,
    slides: all.map(({ title, lines }, at) => ({ title, lines, cover: at === 0 ? source.cover : undefined })),
    chapters: all.map(({ chapter }, at) => ({ at: at * SECONDS_PER_SLIDE, title: chapter })),
    cues: all.map(({ title, lines }, at) => ({
      start: at * SECONDS_PER_SLIDE + CAPTION_MARGIN,
      end: (at + 1) * SECONDS_PER_SLIDE - CAPTION_MARGIN,
      lines: (at === 0 ? [title, ...lines] : lines).filter((line) => line !== ''),
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
