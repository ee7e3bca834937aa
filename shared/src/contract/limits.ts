import { minutesInDay, secondsInDay } from 'date-fns/constants';

/*
 * The limits of the contract as plain values without the schema library, so that any page can show or apply them.
 * Lengths are in characters (code points) unless stated otherwise; times are in the unit of their name.
 */

// Users
export const MAX_NICKNAME_LENGTH = 20;
export const MAX_JOB_LENGTH = 50;
export const MAX_INTRODUCTION_LENGTH = 500;
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
/** Passkeys of one account. */
export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME_LENGTH = 40;
/** API keys of one account. */
export const MAX_API_KEYS = 10;
export const MAX_API_KEY_NAME_LENGTH = 40;
/** RFC 5321, section 4.5.3.1.3, without the angle brackets. */
export const MAX_EMAIL_LENGTH = 254;
export const MAX_ORGANISATION_NAME_LENGTH = 60;
export const MAX_ORGANISATION_URL_LENGTH = 300;
/** The categories that a professional is listed under. */
export const MAX_PROFESSIONAL_CATEGORIES = 5;
export const MAX_IDENTITY_DOCUMENTS = 5;
export const MAX_GUARDIAN_NAME_LENGTH = 60;
/** The feedback of a user who leaves. */
export const MAX_LEAVING_REASON_LENGTH = 500;
/** The number of blocked users returned by one call. */
export const MAX_BLOCKED_TOLD = 1000;

// Classrooms
export const MAX_CLASSROOM_NAME_LENGTH = 50;
export const MAX_CLASSROOM_DESCRIPTION_LENGTH = 2000;
/** The maximum number of interests of a classroom. */
export const MAX_INTERESTS = 5;
/** How far ahead a classroom may start, in days. */
export const MAX_DAYS_AHEAD = 30;
/** How early the host may open the room, in minutes before the start. */
export const OPENS_BEFORE_MINUTES = 10;
/** How long a room stays open after its 45 minutes, in minutes. */
export const GRACE_MINUTES = 5;
/**
 * How often a window in the room calls updatePresence, in milliseconds; after three intervals without a call, the
 * participant is removed.
 */
export const PRESENCE_INTERVAL_MS = 20_000;
/** Minimum interval between two reactions of one user, in milliseconds. */
export const REACTION_GAP_MS = 300;

// Series
/** The classes and events of one series. */
export const MAX_SERIES_DATES = 24;
/** What a series may take off its paid dates for whoever buys several at once, in percent. */
export const MAX_SERIES_DISCOUNT_PERCENT = 50;
/** Whoever has come this far in the archive of a date has watched it, in percent. */
export const WATCHED_PERCENT = 80;
/** The part of the dates that a user must have attended or watched for a certificate, in percent. */
export const CERTIFIED_PERCENT = 80;
export const MAX_CERTIFICATE_NAME_LENGTH = 60;

// Polls
export const MIN_POLL_OPTIONS = 2;
export const MAX_POLL_OPTIONS = 10;
export const MAX_POLL_OPTION_LENGTH = 80;
export const MAX_POLL_QUESTION_LENGTH = 200;
export const MAX_POLL_ANSWER_LENGTH = 200;
/** The polls of one class, drafts included. */
export const MAX_POLLS = 30;
/** How long a poll with a timer is open. */
export const MIN_POLL_SECONDS = 10;
export const MAX_POLL_SECONDS = 600;
/** How many different short texts the results of a poll contain, the most frequent first. */
export const MAX_POLL_TEXTS = 100;

// Board
/** The elements on the board of a class, without erased ones. */
export const MAX_BOARD_ELEMENTS = 3000;
/** The size of all of them together, in characters of JSON. */
export const MAX_BOARD_LENGTH = 4_000_000;
/** The changes in one call, and its size in bytes. */
export const MAX_BOARD_CHANGES = 100;
export const MAX_BOARD_CALL_BYTES = 256 * 1024;
/** The points of one line. */
export const MAX_BOARD_POINTS = 3000;
export const MAX_BOARD_TEXT_LENGTH = 2000;
/** How many people can be named as those who draw. */
export const MAX_BOARD_DRAWERS = 50;
/** Minimum interval between two calls of one drawing browser, in milliseconds. */
export const BOARD_GAP_MS = 125;
/** Longest picture of a board, in characters of base64. */
export const MAX_BOARD_PICTURE_LENGTH = 4_000_000;

// Materials
/** The files and the links of one class. */
export const MAX_MATERIAL_FILES = 10;
export const MAX_MATERIAL_LINKS = 20;
export const MAX_MATERIAL_BYTES = 20 * 1024 * 1024;
export const MAX_MATERIAL_TITLE_LENGTH = 100;
export const MAX_MATERIAL_URL_LENGTH = 2000;
/** The pages of a PDF that can be presented, and how much of the text of each is kept for the archive. */
export const MAX_PRESENTED_PAGES = 2000;
export const MAX_PAGE_TEXT_LENGTH = 2000;

// Groups
export const MIN_GROUPS = 2;
export const MAX_GROUPS = 20;
export const MAX_GROUP_NAME_LENGTH = 20;
/** For how long a class is divided into groups. */
export const MIN_GROUP_MINUTES = 1;
export const MAX_GROUP_MINUTES = 60;
/** The longest countdown with which everybody is called back. */
export const MAX_RECALL_SECONDS = 120;
export const MAX_GROUP_MESSAGE_LENGTH = 200;
/** The most people that one call assigns to groups. */
export const MAX_GROUPED_PEOPLE = 1000;

// Archives
export const MAX_RECOMMENDED_ARCHIVES = 30;
export const MAX_CONTINUED_ARCHIVES = 20;
/** The longest video, in seconds. */
export const MAX_ARCHIVE_SECONDS = secondsInDay;
export const MAX_ARCHIVE_TITLE_LENGTH = 100;
export const MAX_ARCHIVE_DESCRIPTION_LENGTH = 4000;
export const MAX_ARCHIVE_CHAPTERS = 100;
export const MAX_CHAPTER_TITLE_LENGTH = 60;
/** The size of a file of captions, in characters. */
export const MAX_CAPTIONS_LENGTH = 300_000;
/** The longest sentence of live captions, in characters, and the longest time it takes to say, in milliseconds. */
export const MAX_CAPTION_LINE_LENGTH = 400;
export const MAX_CAPTION_LINE_MS = 120_000;
/** Utterances that are taken out with one call. A class of 45 minutes has at most some 900 with pauses between. */
export const MAX_UTTERANCES = 2000;
/** A watch counts after this many seconds, or half of a shorter video. */
export const COUNTED_WATCH_SECONDS = 30;
/** The fastest playback that the player offers. Nobody watches more seconds of video in a second. */
export const FASTEST_PLAYBACK = 2;

// Ratings
/** The best rating. */
export const MAX_STARS = 5;
export const MAX_RATING_NOTE_LENGTH = 500;
/** The host's answer to a rating. */
export const MAX_RATING_ANSWER_LENGTH = 500;
/** Whoever has come this far in an archive, in seconds, or through half of a shorter one, may rate it. */
export const RATED_WATCH_SECONDS = 300;

// People who help with an event
/** Members and open invitations of one event. */
export const MAX_TEAM_MEMBERS = 20;
export const TEAM_INVITATION_DAYS = 7;
/** How long a seat that is given away can be accepted; never after the event has begun. */
export const SEAT_TRANSFER_HOURS = 72;
export const MAX_GIFT_MESSAGE_LENGTH = 200;

// Messages to those who have a seat
export const MAX_MESSAGE_SUBJECT_LENGTH = 60;
export const MAX_MESSAGE_LENGTH = 2000;
/** The messages of a host about one event or class, whenever they are sent. */
export const MAX_HOST_MESSAGES = 3;
/** The messages of one host within 24 hours, about all events and classes. */
export const MAX_DAILY_MESSAGES = 10;

// Webhooks
/** Webhooks of one organizer. */
export const MAX_WEBHOOKS = 5;
export const MAX_WEBHOOK_URL_LENGTH = 1000;

// Events and tickets
/** How long a seat is held during payment, in minutes. */
export const HOLD_MINUTES = 15;
/** The maximum duration of a convenience store payment, in days. */
export const KONBINI_DAYS = 3;
/** How long a seat offered from the waiting list is held, in hours. */
export const OFFER_HOURS = 24;
export const MAX_INVITATION_CODE_LENGTH = 40;
export const MAX_EVENT_TITLE_LENGTH = 50;
export const MAX_EVENT_DESCRIPTION_LENGTH = 4000;
export const MAX_CANCEL_POLICY_LENGTH = 300;
/** The organizer's message to the participants of a cancelled event. */
export const MAX_EVENT_CANCEL_REASON_LENGTH = 300;
export const MAX_EVENT_SPEAKERS = 10;
/** How far ahead an event may start, in days. */
export const MAX_EVENT_DAYS_AHEAD = 365;
export const MAX_EVENT_MINUTES = 12 * 60;
/** A start that moves by more than this gives buyers the right to a full refund, in hours. The terms name it. */
export const FULL_REFUND_MOVE_HOURS = 24;
/** When entry opens before the start, by default and at most, in minutes. */
export const ENTRY_OPENS_BEFORE_MINUTES = 10;
export const MAX_ENTRY_OPENS_BEFORE_MINUTES = minutesInDay;
/** Covers are 16:9; smaller images are refused, others are cropped. In pixels and bytes. */
export const MIN_COVER_WIDTH = 1280;
export const MIN_COVER_HEIGHT = 720;
export const MAX_COVER_BYTES = 5 * 1024 * 1024;
/** Longest image of a live classroom, in characters of base64. */
export const MAX_LIVE_FRAME_LENGTH = 96_000;
/** How often the browser of a host sends one, in milliseconds. */
export const LIVE_FRAME_INTERVAL_MS = 30_000;
/** How long the room of an event stays open after the end of the event, in minutes. */
export const EVENT_GRACE_MINUTES = 30;
/** Seats of one ticket that a user buys at once: their own and those of their companions. */
export const MAX_SEATS_PER_PURCHASE = 5;
export const MAX_TICKET_TYPES = 10;
export const MAX_TICKET_NAME_LENGTH = 30;
/** Stripe accepts no payment below 50 yen, convenience stores none above 300,000 yen. */
/** An archive ticket is cancelled with a full refund within these days, until its buyer begins to watch. */
export const ARCHIVE_TICKET_CANCEL_DAYS = 7;
/** It is refunded when the archive is withdrawn within these days of the purchase. */
export const ARCHIVE_TICKET_REFUND_DAYS = 30;
export const MIN_TICKET_PRICE = 50;
export const MAX_TICKET_PRICE = 300_000;
export const MAX_TICKET_QUOTA = 10_000;
export const MAX_INVITATIONS = 200;
export const MAX_INVITATION_USES = 10_000;
export const MAX_DISCOUNT_CODES = 200;
export const MAX_DISCOUNT_CODE_USES = 10_000;
/** A discount code leaves a price: for free tickets there are invitations. */
export const MAX_DISCOUNT_PERCENT = 99;
/** Transfer limits for an organizer, in yen. */
export const MIN_TRANSFER = 1_000;
export const MAX_TRANSFER = 100_000_000;
/** The delay after an event before its money can be transferred, in days; refund requests come before that. */
export const TRANSFER_DELAY_DAYS = 3;
/** The name on a receipt. */
export const MAX_ADDRESSEE_LENGTH = 60;

// Comments and reports
export const MAX_COMMENT_LENGTH = 500;
/** Minimum interval between two comments of one user, in milliseconds. */
export const COMMENT_GAP_MS = 1_000;
/** How long the author of a comment can change it, in minutes. */
export const COMMENT_EDIT_MINUTES = 10;
/** How far back a returning participant is shown what happened, in minutes. */
export const MISSED_MINUTES = 10;
export const MAX_QUESTION_LENGTH = 200;
export const MAX_ANSWER_LENGTH = 500;
/** How many unanswered questions one user may have in a classroom. */
export const MAX_OPEN_QUESTIONS = 10;
export const MAX_REPORT_DETAIL_LENGTH = 1000;
/** Length of the reason for a decision of the staff, which the user reads. */
export const MAX_STAFF_REASON_LENGTH = 300;
/** How long a token with which a member of a team releases may be valid, in days. */
export const MAX_RELEASE_TOKEN_DAYS = 366;
/** A code of an authenticator app or a recovery code, with spaces as users may type them. */
export const MAX_SECOND_FACTOR_LENGTH = 40;

// Partner schools
export const MAX_SCHOOL_NAME_LENGTH = 60;
export const MAX_SCHOOL_CODE_LENGTH = 32;
/** Whom a school's one-time codes are for, such as a class. */
export const MAX_CODE_LABEL_LENGTH = 30;
export const MAX_CODES_AT_ONCE = 200;
/** The URL of a school's sign-in page. */
export const MAX_ISSUER_LENGTH = 300;

// Announcements
export const MAX_ANNOUNCEMENT_TITLE_LENGTH = 60;
export const MAX_ANNOUNCEMENT_BODY_LENGTH = 1000;
export const MAX_ANNOUNCEMENT_PATH_LENGTH = 300;
/** How far ahead an announcement may be scheduled, in days. */
export const MAX_ANNOUNCEMENT_DAYS_AHEAD = 90;

// Plans
/** The lowest amount that the payment provider charges, in yen. */
export const MIN_PLAN_PRICE = 50;
export const MAX_PLAN_PRICE = 100_000;
/** How long before a renewal at a new price its subscribers are notified, in days. The terms promise it. */
export const PRICE_NOTICE_DAYS = 30;
export const MAX_COUPON_LENGTH = 40;
/** How long a trial with a coupon may be, in days. */
export const MAX_COUPON_DAYS = 365;
export const MAX_COUPON_USES = 1_000_000;
/** A signed Apple transaction is about 5 kB. */
export const MAX_RECEIPT_LENGTH = 20_000;
/** How long a plan continues after a failed payment, in days. */
export const GRACE_DAYS = 14;

// Lists, search, files, links
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 50;
export const MAX_SEARCH_LENGTH = 100;
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
/** The token carried by a link in a mail. */
export const MAX_LINK_TOKEN_LENGTH = 128;
export const LINK_TOKEN_PATTERN = /^[\w-]{1,128}$/;

/** Pages listed in one sitemap file. The protocol allows 50,000; a smaller file is read and built faster. */
export const MAX_SITEMAP_PAGES = 10_000;

// Archives
/** How long the host and the speakers see an archive before it is published, in days. The terms name it. */
export const ARCHIVE_REVIEW_DAYS = 7;

// Figures of hosts
/** The smallest number of people, other than none, that a figure shows. */
export const SMALLEST_GROUP = 5;
/** The part of a class for which a participant must be in the room to have stayed. */
export const STAYED_PART = 0.8;
/** The classes of a host that figures are made of, the latest ones. */
export const MAX_CLASSES_IN_FIGURES = 500;

// Terms
/** Days of notice before a version of the terms or of the policy takes effect. The documents promise them. */
export const TERMS_NOTICE_DAYS = 14;
/** How far ahead a version may take effect, in days. */
export const MAX_TERMS_DAYS_AHEAD = 365;
export const MAX_TERMS_SUMMARY_LENGTH = 500;
export const MAX_TERMS_TEXT_LENGTH = 50_000;
