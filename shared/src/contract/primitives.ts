import * as z from 'zod/mini';

import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_REPORT_DETAIL_LENGTH } from './limits';

/**
 * Ids are opaque strings. A malformed one is simply not found: the api never distinguishes an invalid id from an
 * unknown one.
 */
export const id = z.string().check(z.minLength(1), z.maxLength(64, { abort: true }), z.regex(/^[A-Za-z0-9_-]+$/));
/** ISO 8601 in UTC, with milliseconds. */
export const iso = z.iso.datetime();

/** Times that can be given: every clock and database understands them. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/** A time in the input of a call, between 1970 and 2200. `empty` is said of anything that is no time. */
export const givenTime = (empty = '日時を入力してください。') =>
  z.iso
    .datetime({ error: empty, abort: true })
    .check(
      z.refine((value) => Date.parse(value) >= EARLIEST && Date.parse(value) < LATEST, {
        error: '日時を確認してください。',
        abort: true,
      }),
    );
/** Whole yen. */
export const yen = z.int().check(z.minimum(0));
/** The response of a call that returns no data. */
export const ok = z.object({ ok: z.literal(true) });
/** The same when a mail is sent. `isDelayed`: the mail server is unreachable, so it may take a while. */
export const mailAnswer = z.object({ ok: z.literal(true), isDelayed: z.boolean() });
export const count = z.int().check(z.minimum(0));

/** Length in code points, not UTF-16 units. */
export const characterCount = (text: string) => [...text].length;

/** The maximum number of UTF-16 units per code point. */
const UNITS_PER_CHARACTER = 2;

/**
 * Text that PostgreSQL can store (no U+0000, no lone surrogates), trimmed, with a limit in characters. Input far over
 * the limit is rejected without counting.
 */
export function text(limits: { min?: number; max: number; empty?: string; tooLong?: string }) {
  const { min = 0, max, tooLong = `${limits.max}文字以内で入力してください。` } = limits;
  return z.string({ error: limits.empty ?? '入力してください。' }).check(
    z.refine((value) => !value.includes('\u0000') && value.isWellFormed(), {
      error: '使えない文字が含まれています。',
      abort: true,
    }),
    z.trim(),
    z.refine((value) => value.length <= max * UNITS_PER_CHARACTER, { error: tooLong, abort: true }),
    z.refine((value) => characterCount(value) >= min, { error: limits.empty ?? '入力してください。' }),
    z.refine((value) => characterCount(value) <= max, { error: tooLong }),
  );
}

/** Cursor and limit of every list. */
export const pageQuery = {
  cursor: z.optional(z.string().check(z.maxLength(500, { abort: true }), z.regex(/^[A-Za-z0-9_=-]+$/))),
  limit: z._default(
    z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_SIZE)),
    DEFAULT_PAGE_SIZE,
  ),
};

export function page<S extends z.ZodMiniType>(item: S) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });
}

/** The body of a report to staff, for any subject. */
export const reportFields = {
  reason: z.enum(['abuse', 'personal_info', 'spam', 'other']),
  detail: z.optional(text({ max: MAX_REPORT_DETAIL_LENGTH })),
};
