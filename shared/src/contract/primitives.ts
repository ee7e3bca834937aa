import * as z from 'zod/mini';

import { foldCode } from './fold-code';
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

const inUsualYears = (error: string) =>
  z.refine<string>((value) => Date.parse(value) >= EARLIEST && Date.parse(value) < LATEST, { error, abort: true });

/** A time in the input of a call, between 1970 and 2200. `empty` is said of anything that is no time. */
export const givenTime = (empty = '日時を入力してください。') =>
  z.iso.datetime({ error: empty, abort: true }).check(inUsualYears('日時を確認してください。'));

/** A day in the input of a call, as yyyy-MM-dd, in the same years. */
export const givenDay = () =>
  z.iso.date({ error: '日付を入力してください。', abort: true }).check(inUsualYears('日付を確認してください。'));

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

/** Line breaks of other systems, of word processors and of text that was copied from a PDF. */
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const BREAKS = /[\t\n\r\v\f\u0085\u2028\u2029]+/g;
/** Controls without a meaning in text, and those that change its direction (RFC 8265, Trojan Source). */
const CONTROLS = /[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069]/g;
/** Characters without a glyph that no one-line text needs. Joiners and variation selectors are part of emoji and kanji. */
const FILLERS =
  // Some of them combine, which is why they are named one by one.
  // oxlint-disable-next-line eslint/no-misleading-character-class
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2060-\u206f\u3164\ufeff\uffa0]/g;
const BRAILLE_BLANK = /\u2800/g;
/** A character that leaves a mark on the screen. */
const IS_VISIBLE = /[^\s\u2800\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

const orEmpty = (value: string) => (IS_VISIBLE.test(value) ? value : '');
const withoutControls = (value: string) => value.replace(LINE_BREAKS, '\n').replace(CONTROLS, '');
const cleanText = (value: string) => orEmpty(withoutControls(value).trim());
const cleanLine = (value: string) =>
  orEmpty(value.replace(BREAKS, ' ').replace(CONTROLS, '').replace(FILLERS, '').replace(BRAILLE_BLANK, ' ').trim());

interface TextLimits {
  min?: number;
  max: number;
  /** The sentence for text without a visible character. */
  empty?: string;
  tooLong?: string;
}

function cleaned(clean: (value: string) => string, limits: TextLimits) {
  const { min = 0, max, tooLong = `${limits.max}文字以内で入力してください。` } = limits;
  return z.string({ error: limits.empty ?? '入力してください。' }).check(
    z.refine((value) => !value.includes('\u0000') && value.isWellFormed(), {
      error: '使えない文字が含まれています。',
      abort: true,
    }),
    z.overwrite(clean),
    z.refine((value) => value.length <= max * UNITS_PER_CHARACTER, { error: tooLong, abort: true }),
    z.refine((value) => characterCount(value) >= min, { error: limits.empty ?? '入力してください。' }),
    z.refine((value) => characterCount(value) <= max, { error: tooLong }),
  );
}

/**
 * Text of several lines that PostgreSQL can store (no U+0000, no lone surrogates), trimmed, with a limit in characters.
 * Line breaks become U+000A; controls that change the direction are dropped, and text without a visible character is
 * empty. Input far over the limit is rejected without counting.
 */
export const text = (limits: TextLimits) => cleaned(cleanText, limits);

/** As `text`, with the spaces and empty lines around it, for text that is laid out as it was typed. */
export const untrimmedText = (limits: TextLimits) => cleaned(withoutControls, limits);

/**
 * Text of one line, such as a name or a title: as `text`, with line breaks as spaces and without characters that have no
 * glyph.
 */
export const line = (limits: TextLimits) => cleaned(cleanLine, limits);

/** A code that people type, in the form in which codes are stored and compared. */
export const code = (limits: { max: number; empty?: string; tooLong?: string }) =>
  line({ min: 1, ...limits }).check(z.overwrite(foldCode));

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
