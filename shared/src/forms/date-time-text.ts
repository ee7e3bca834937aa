import * as z from 'zod/mini';

import { parseDateTimeInput } from '../format/date-time-input';

/**
 * Schema of a moment typed as text (2026/11/21 13:45, in the user's own time zone). `name` is the field label: 開始日時.
 */
export function dateTimeText(name: string) {
  return z.string().check(
    z.refine((text) => text.trim() !== '', { error: `${name}を入力してください。`, abort: true }),
    z.refine((text) => parseDateTimeInput(text) !== null, {
      error: `${name}は 2026/11/21 13:45 の形式で入力してください。`,
      abort: true,
    }),
  );
}
