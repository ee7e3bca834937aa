import { foldForSearch } from '@manabiba/shared/contract/search-fold';

import type { Cue } from '../../core/playback/cues';

/** Returns the lines that contain what is searched for, also across a line break of the captions; all for nothing. */
export function matchingCues(cues: readonly Cue[], search: string): readonly Cue[] {
  const wanted = foldForSearch(search);
  return wanted === '' ? cues : cues.filter(({ text }) => foldForSearch(text).includes(wanted));
}
