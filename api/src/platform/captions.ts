// Programs of other folders compile this file without its neighbours.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./webvtt-parser.d.ts" />
import { writeWebVtt } from '@manabiba/shared/contract/write-web-vtt';
import { decodeHTML } from 'entities';
import webvtt, { type CueNode, type ParsingError } from 'webvtt-parser';

import { AppError } from './app-error';

/** A line longer than this many full-width characters is broken between two phrases. */
const MAX_LINE = 24;
const REFERENCE_TIME = '時刻は 00:00:01.000 --> 00:00:04.000 の形で書いてください。';
const TIMES = /^\s*(?:\d+:)?\d+:\d+[.,]\d+\s+-->\s+(?:\d+:)?\d+:\d+[.,]\d+/;

interface Cue {
  start: number;
  end: number;
  /** Plain text, without markup and character references. */
  lines: string[];
}

const refused = (line: number, reason: string) =>
  new AppError('invalid', { fields: { vtt: `${line}行目: ${reason}` } });

/** Throws `invalid` for text that was decoded with the wrong character set, with the line. */
export function requireReadable(text: string): void {
  const at = text.indexOf('\uFFFD');
  if (at >= 0)
    throw refused(
      text.slice(0, at).split(/\r\n|\r|\n/).length,
      '文字が正しく読み取れません。文字コードをUTF-8にして保存し直してください。',
    );
}

/**
 * Reads a WebVTT or SubRip (SRT) file. Markup, comments, styles and regions are left out: the player draws captions in
 * its own way; of ruby, the base text stays. Throws `invalid` with the line of the first error.
 */
export function parseCaptions(text: string): Cue[] {
  const given = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const isSubRip = !given[0]?.startsWith('WEBVTT') && TIMES.test(given.find((line) => line.includes('-->')) ?? '');
  const lines = (isSubRip ? ['WEBVTT', '', ...given.map(asWebVtt)] : withoutRegions(given)).map(withLiteralSigns);
  const { cues, errors } = new webvtt.WebVTTParser({}).parse(lines.join('\n'), 'subtitles');
  // Lines of a SubRip file are counted without the header that it was given.
  const numberOf = (line: number) => line - (isSubRip ? 2 : 0);
  const error = errors.map((each) => refusalOf(each, lines)).find((each) => each !== null);
  if (error) throw refused(numberOf(error.line), error.reason);
  const empty = lines.findIndex((line, index) => TIMES.test(line) && (lines[index + 1] ?? '') === '');
  if (empty >= 0) throw refused(numberOf(empty + 1), '字幕の文がありません。');
  const read = cues.map(({ startTime, endTime, tree }) => ({ start: startTime, end: endTime, lines: linesOf(tree) }));
  const shown = read.filter((cue) => cue.lines.length > 0);
  if (shown.length === 0) throw refused(given.length, '字幕がありません。');
  return shown;
}

/** SubRip writes a comma in times, one digit for hours, and positions that WebVTT does not know. */
function asWebVtt(line: string): string {
  if (!line.includes('-->')) return line.replaceAll(/\{\\[^}]*\}/g, '');
  const times = line.match(/(?:\d+:)?\d+:\d+[.,]\d+/g)?.map((time) => time.replace(',', '.').replace(/^\d:/, '0$&'));
  return times?.length === 2 ? times.join(' --> ') : line;
}

/** Empties the blocks of regions, which the parser does not know; the numbers of the lines stay. */
function withoutRegions(lines: readonly string[]): string[] {
  let isRegion = false;
  return lines.map((line, index) => {
    if (line === '') isRegion = false;
    else if (lines[index - 1] === '' && /^REGION[ \t]*$/.test(line)) isRegion = true;
    return isRegion ? '' : line;
  });
}

/** A sign that begins no tag is meant as written: 1 < 2, <3. */
const withLiteralSigns = (line: string) => line.replaceAll(/<(?![/a-z]|\d+:\d)/gi, '&lt;');

const REASONS: Readonly<Record<string, string>> = {
  'No valid signature. (File needs to start with "WEBVTT".)':
    'WEBVTT から始まるファイルか、SRT形式のファイルを選択してください。',
  'Blank line missing before cue.': '字幕と字幕の間に、空の行を入れてください。',
  'Start timestamp is not greater than or equal to start timestamp of previous cue.':
    '時刻が、前の字幕より戻っています。',
  'End timestamp is not greater than start timestamp.': '終わりの時刻が、始まりの時刻より前です。',
  'Cue identifier needs to be followed by timestamp.': REFERENCE_TIME,
};

/** Translates an error of the parser. Null for what does no harm: faults of markup, which is left out, and of headers. */
function refusalOf({ message, line }: ParsingError, lines: readonly string[]): { line: number; reason: string } | null {
  // The parser has already passed the line.
  if (message === 'Cue identifier cannot be standalone.') return { line: line - 1, reason: REFERENCE_TIME };
  const reason = REASONS[message];
  if (reason !== undefined) return { line, reason };
  const text = lines[line - 1] ?? '';
  if (!text.includes('-->') || / in a (?:comment|style block)\.$|after the signature\.$/.test(message)) return null;
  const settings = TIMES.test(text) ? text.replace(TIMES, '').trim() : '';
  return { line, reason: settings === '' ? REFERENCE_TIME : `表示位置の指定「${settings}」が正しくありません。` };
}

/** The text that is shown: the reading above ruby is not. */
const textOf = (node: CueNode): string =>
  node.name === 'rt' ? '' : (node.children?.map(textOf).join('') ?? (node.type === 'text' ? String(node.value) : ''));

/** Resolves all references of HTML: of names, the parser knows only those that it is given. */
const linesOf = (tree: CueNode) =>
  decodeHTML(textOf(tree))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Loads what divides Japanese text into phrases. */
export async function loadPhrases(): Promise<(text: string) => string[]> {
  const { loadDefaultJapaneseParser } = await import('budoux');
  const parser = loadDefaultJapaneseParser();
  return (text) => parser.parse(text);
}

/** Writes captions as a WebVTT file, with long lines broken between phrases. */
export async function writeCaptions(cues: readonly Cue[]): Promise<string> {
  const toPhrases = await loadPhrases();
  return writeWebVtt(cues.map((cue) => ({ ...cue, lines: cue.lines.flatMap((line) => breakLine(line, toPhrases)) })));
}

/** Width in full-width characters. */
const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (/[\u0020-\u007e]/.test(letter) ? 0.5 : 1), 0);

/** Breaks a line into lines of about the same width. */
export function breakLine(line: string, toPhrases: (text: string) => string[]): string[] {
  const width = widthOf(line);
  if (width <= MAX_LINE) return [line];
  const target = width / Math.ceil(width / MAX_LINE);
  const broken: string[] = [''];
  for (const phrase of toPhrases(line)) {
    const last = broken.at(-1) ?? '';
    if (last !== '' && widthOf(last) + widthOf(phrase) / 2 > target) broken.push(phrase);
    else broken[broken.length - 1] = last + phrase;
  }
  return broken.map((text) => text.trim());
}
