import { captionTime } from '@manabiba/shared/contract/caption-time';

import { AppError } from './app-error';

/** A line longer than this many full-width characters is broken between two phrases. */
const MAX_LINE = 24;
const TIMING =
  /^((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})((?:[ \t]+[a-z]+:\S+)*)[ \t]*$/;

interface Cue {
  start: number;
  end: number;
  lines: string[];
}

const refused = (line: number, reason: string) =>
  new AppError('invalid', { fields: { vtt: `${line}行目: ${reason}` } });

function toSeconds(time: string): number {
  const parts = time.split(':').map(Number);
  return parts.reduce((seconds, part) => seconds * 60 + part, 0);
}

/**
 * Reads a WebVTT file. Comments, styles and regions are left out: the player draws captions in its own way. Throws
 * `invalid` with the line of the first error.
 */
export function parseCaptions(text: string): Cue[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) throw refused(1, 'WEBVTT から始まるファイルを選択してください。');
  const cues: Cue[] = [];
  let at = 1;
  while (at < lines.length) {
    if (lines[at] === '') {
      at += 1;
      continue;
    }
    const end = lines.indexOf('', at);
    const block = lines.slice(at, end < 0 ? lines.length : end);
    // What follows WEBVTT directly is its header.
    if (at > 1 && !/^(NOTE|STYLE|REGION)(\s|$)/.test(block[0] ?? '')) cues.push(parseCue(block, at + 1, cues.at(-1)));
    at += block.length;
  }
  if (cues.length === 0) throw refused(lines.length, '字幕がありません。');
  return cues;
}

/** `line` is the number of the block's first line. */
function parseCue(block: readonly string[], line: number, before: Cue | undefined): Cue {
  const timingAt = block[0]?.includes('-->') ? 0 : 1;
  const place = line + timingAt;
  const [, from, to] = TIMING.exec(block[timingAt] ?? '') ?? [];
  if (from === undefined || to === undefined)
    throw refused(
      Math.min(place, line + block.length - 1),
      '時刻は 00:00:01.000 --> 00:00:04.000 の形で書いてください。',
    );
  const [start, end] = [toSeconds(from), toSeconds(to)];
  if (end <= start) throw refused(place, '終わりの時刻が、始まりの時刻より前です。');
  if (before && start < before.start) throw refused(place, '時刻が、前の字幕より戻っています。');
  const lines = block.slice(timingAt + 1);
  const arrow = lines.findIndex((text) => text.includes('-->'));
  if (arrow >= 0) throw refused(place + 1 + arrow, '字幕と字幕の間に、空の行を入れてください。');
  if (lines.length === 0) throw refused(place, '字幕の文がありません。');
  return { start, end, lines };
}

/** Loads what divides Japanese text into phrases. */
export async function loadPhrases(): Promise<(text: string) => string[]> {
  const { loadDefaultJapaneseParser } = await import('budoux');
  const parser = loadDefaultJapaneseParser();
  return (text) => parser.parse(text);
}

/** Writes captions as a WebVTT file, with long lines broken between phrases. */
export async function writeCaptions(cues: readonly Cue[]): Promise<string> {
  const toPhrases = await loadPhrases();
  const blocks = cues.map(({ start, end, lines }) => {
    const broken = lines.flatMap((line) => breakLine(line, toPhrases));
    return `${captionTime(start)} --> ${captionTime(end)}\n${broken.join('\n')}\n`;
  });
  return `WEBVTT\n\n${blocks.join('\n')}`;
}

/** Width in full-width characters. */
const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (/[\u0020-\u007e]/.test(letter) ? 0.5 : 1), 0);

/** Breaks a line into lines of about the same width. A line with markup stays as it is. */
export function breakLine(line: string, toPhrases: (text: string) => string[]): string[] {
  const width = widthOf(line);
  if (width <= MAX_LINE || line.includes('<')) return [line];
  const target = width / Math.ceil(width / MAX_LINE);
  const broken: string[] = [''];
  for (const phrase of toPhrases(line)) {
    const last = broken.at(-1) ?? '';
    if (last !== '' && widthOf(last) + widthOf(phrase) / 2 > target) broken.push(phrase);
    else broken[broken.length - 1] = last + phrase;
  }
  return broken.map((text) => text.trim());
}
