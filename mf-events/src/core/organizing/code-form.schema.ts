import { newEventCode } from '@manabiba/shared/contract/event-tickets';
import { formatCount } from '@manabiba/shared/format/count';
import { parseDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { parseWholeNumber } from '@manabiba/shared/format/number-text';
import * as z from 'zod/mini';

export const isWithin = (text: string, max: number) => parseWholeNumber(text) >= 1 && parseWholeNumber(text) <= max;

/** A code that is chosen, or generated when it is empty. */
export const chosenCode = z
  .string()
  .check(
    z.refine((text) => text.trim() === '' || z.safeParse(newEventCode, text).success, {
      error: 'コードは英数字とハイフンの4から40文字で入力してください。',
    }),
  );

/** Returns the field of an api request, without a code that is to be generated. */
export const toChosenCode = (text: string) => (text.trim() === '' ? {} : { code: z.parse(newEventCode, text) });

/** How often a code can be used. */
export const usesUpTo = (max: number) =>
  z
    .string()
    .check(
      z.refine((text) => isWithin(text, max), {
        error: `使える回数は1から${formatCount(max)}までで入力してください。`,
      }),
    );

/** A time that sets no limit when it is empty. */
export const optionalTime = (name: string) =>
  z
    .string()
    .check(
      z.refine((text) => text.trim() === '' || parseDateTimeInput(text) !== null, {
        error: `${name}は 2026/11/21 13:45 の形式で入力してください。`,
      }),
    );

/** Returns an optional time as the api takes it. */
export const toOptionalTime = (text: string) => parseDateTimeInput(text)?.toISOString() ?? null;
