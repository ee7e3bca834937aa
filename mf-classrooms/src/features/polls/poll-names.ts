import type { PollKind } from '@manabiba/shared/contract/classroom-polls';
import { secondsInMinute } from 'date-fns/constants';

export const kindNames: Record<PollKind, string> = { single: '1つ選ぶ', multiple: '複数選ぶ', text: '短い文で答える' };

/** How long a poll is open, such as 30秒 or 2分. */
export const secondsText = (seconds: number): string =>
  seconds < secondsInMinute ? `${seconds}秒` : `${Math.round(seconds / secondsInMinute)}分`;
