import type { Cue } from '../../core/playback/cues';

/** Returns the lines that contain what is searched for, with width and case of letters made equal; all for nothing. */
export function matchingCues(cues: readonly Cue[], search: string): readonly Cue[] {
  const wanted = normalize(search).trim();
  return wanted === '' ? cues : cues.filter(({ text }) => normalize(text).includes(wanted));
}

/** Captions break lines in the middle of words. */
const normalize = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('\n', '');
