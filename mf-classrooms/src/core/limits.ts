/**
 * Limits that a screen needs before the heavier form chunk is there. The contract holds the same numbers beside its
 * schemas; a test keeps both equal, so that a page does not carry schemas for one number.
 */
export const MAX_COMMENT_LENGTH = 500;

/** How often a classroom's page asks again while it has not ended, in milliseconds. */
export const CLASSROOM_POLL_MS = 15_000;

/** Shortest gap between two comments of one person, in milliseconds: the api refuses what comes sooner. */
export const MIN_COMMENT_GAP_MS = 1_000;

/** How early the host may open the room, in minutes. */
export const OPENS_BEFORE_MINUTES = 10;

/** Longest word about a report, in characters. */
export const MAX_REPORT_DETAIL_LENGTH = 1000;
