import { breakLine } from '../../../platform/captions';
import { timeInRecording } from '../recording-rules';

/** A sentence and when it was said. */
export interface DraftLine {
  text: string;
  startedAt: Date;
  endedAt: Date;
}

/** What is shown at once, in seconds of the video. */
export interface DraftCue {
  start: number;
  end: number;
  text: string;
}

interface VideoTimes {
  /** When it was recorded, in this order; the video leaves out the time between. */
  spans: readonly { startedAt: Date; endedAt: Date }[];
  /** Seconds that are cut off its start. */
  cutStart: number;
  /** Its length after the cut, in seconds. */
  length: number;
}

/** Lines of captions that are shown at once. */
const LINES_AT_ONCE = 2;

/** Returns captions for a video. A sentence of more than two lines becomes several, each with its share of the time. */
export function captionsDraft(
  lines: readonly DraftLine[],
  { spans, cutStart, length }: VideoTimes,
  toPhrases: (text: string) => string[],
): DraftCue[] {
  return lines
    .flatMap((line) => {
      const time = timeInRecording(line, spans);
      return time ? share(line.text, { start: time.start - cutStart, end: time.end - cutStart }, toPhrases) : [];
    })
    .filter(({ start, end }) => end > 0 && start < length)
    .map(({ start, end, text }) => ({ start: toMs(Math.max(0, start)), end: toMs(Math.min(length, end)), text }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start);
}

/** Shares the time of a sentence among its parts by their length. */
function share(
  sentence: string,
  { start, end }: { start: number; end: number },
  toPhrases: (text: string) => string[],
): DraftCue[] {
  const broken = breakLine(sentence, toPhrases);
  const texts: string[] = [];
  for (let at = 0; at < broken.length; at += LINES_AT_ONCE)
    texts.push(broken.slice(at, at + LINES_AT_ONCE).reduce(join));
  const perLetter = (end - start) / texts.reduce((sum, text) => sum + text.length, 0);
  let from = start;
  return texts.map((text) => {
    const cue = { start: from, end: from + text.length * perLetter, text };
    from = cue.end;
    return cue;
  });
}

/** Only words of Latin letters are separated by a space. */
const join = (before: string, after: string) =>
  /[!-~]$/.test(before) && /^[!-~]/.test(after) ? `${before} ${after}` : before + after;

const toMs = (seconds: number) => Math.round(seconds * 1000) / 1000;
