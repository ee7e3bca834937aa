/** A classroom that is live. */
export interface LiveEntry {
  topic: string;
  /** How long ago it began, in minutes; a multiple of five, so that it began at a full five minutes. */
  begunMinutes: number;
  participants: number;
  reserved: number;
  comments: number;
}

/** A classroom at a time of day in Japan. */
export interface DatedEntry {
  topic: string;
  time: string;
  /** Which occurrence relative to now: 0 is the next one, 9 the tenth; -1 the last one, -2 the one before. */
  turn: number;
  /** Number of users with a reservation, or who were present. */
  people: number;
  comments?: number;
  /** Replaces `{n}` in the name. */
  number?: number;
}

/** The first five lead the lists, sorted by start or by number of participants. Below the fifty that one room holds. */
export const live: readonly LiveEntry[] = [
  { topic: 'trig', begunMinutes: 25, participants: 48, reserved: 45, comments: 18 },
  { topic: 'speaking', begunMinutes: 20, participants: 44, reserved: 14, comments: 7 },
  { topic: 'chemistry', begunMinutes: 15, participants: 41, reserved: 22, comments: 11 },
  { topic: 'quiet', begunMinutes: 10, participants: 38, reserved: 30, comments: 9 },
  { topic: 'harmony', begunMinutes: 5, participants: 35, reserved: 16, comments: 4 },
  { topic: 'sorting', begunMinutes: 0, participants: 21, reserved: 25, comments: 6 },
  { topic: 'muromachi', begunMinutes: 0, participants: 33, reserved: 28, comments: 8 },
  { topic: 'apple', begunMinutes: 0, participants: 9, reserved: 12, comments: 3 },
  { topic: 'kanji', begunMinutes: 0, participants: 14, reserved: 10, comments: 5 },
  { topic: 'exam', begunMinutes: 0, participants: 24, reserved: 20, comments: 6 },
  { topic: 'webpage', begunMinutes: 0, participants: 7, reserved: 9, comments: 2 },
  { topic: 'galaxies', begunMinutes: 0, participants: 31, reserved: 26, comments: 7 },
];

export const upcoming: readonly DatedEntry[] = [
  { topic: 'kobun', time: '19:00', turn: 0, people: 38, comments: 3, number: 6 },
  { topic: 'fermi', time: '19:30', turn: 0, people: 24, comments: 2 },
  { topic: 'weather', time: '20:15', turn: 0, people: 41, comments: 4 },
  { topic: 'sangetsu', time: '21:00', turn: 0, people: 17, comments: 2 },
  { topic: 'grammar', time: '9:00', turn: 0, people: 44, comments: 3 },
  { topic: 'hands', time: '10:30', turn: 0, people: 29, comments: 2 },
  { topic: 'nanboku', time: '13:45', turn: 0, people: 44 },
  { topic: 'geometry', time: '16:00', turn: 0, people: 47, comments: 3 },
  { topic: 'morning', time: '6:30', turn: 1, people: 22, comments: 1 },
  { topic: 'refraction', time: '10:00', turn: 1, people: 33, comments: 2 },
  { topic: 'pronunciation', time: '11:15', turn: 1, people: 50, comments: 2 },
  { topic: 'quartet', time: '14:00', turn: 1, people: 12, comments: 1 },
  { topic: 'vector', time: '18:30', turn: 1, people: 41, comments: 2 },
  { topic: 'homework', time: '19:00', turn: 1, people: 9, comments: 2 },
  { topic: 'statistics', time: '20:30', turn: 1, people: 26, comments: 1 },
  { topic: 'grammar', time: '9:00', turn: 2, people: 31, comments: 1 },
  { topic: 'kitchen', time: '10:00', turn: 2, people: 21, comments: 1 },
  { topic: 'staffTalk', time: '12:15', turn: 2, people: 8 },
  { topic: 'sequence', time: '16:00', turn: 2, people: 18, comments: 1 },
  { topic: 'kokoro', time: '21:00', turn: 2, people: 13, comments: 1 },
  { topic: 'quiet', time: '22:00', turn: 2, people: 15 },
  { topic: 'color', time: '10:30', turn: 3, people: 16 },
  { topic: 'edo', time: '14:30', turn: 3, people: 19, comments: 1 },
  { topic: 'kobun', time: '19:00', turn: 3, people: 20, comments: 1, number: 7 },
  { topic: 'webpage', time: '20:00', turn: 3, people: 11 },
  { topic: 'license', time: '21:30', turn: 3, people: 7 },
  { topic: 'grammar', time: '9:00', turn: 4, people: 18 },
  { topic: 'writing', time: '13:00', turn: 4, people: 6, comments: 1 },
  { topic: 'exam', time: '18:00', turn: 4, people: 23, comments: 1 },
  { topic: 'moon', time: '20:00', turn: 4, people: 36, comments: 2 },
  { topic: 'dice', time: '20:30', turn: 4, people: 14 },
  { topic: 'apple', time: '10:30', turn: 5, people: 12 },
  { topic: 'longread', time: '17:00', turn: 5, people: 15 },
  { topic: 'fermi', time: '19:30', turn: 5, people: 9 },
  { topic: 'galaxies', time: '21:15', turn: 5, people: 22, comments: 1 },
  { topic: 'kanji', time: '11:00', turn: 6, people: 10 },
  { topic: 'equilibrium', time: '18:30', turn: 6, people: 6 },
  { topic: 'starsound', time: '19:45', turn: 6, people: 27, comments: 1 },
  { topic: 'poem', time: '21:00', turn: 6, people: 8 },
  { topic: 'composing', time: '14:00', turn: 7, people: 7 },
  { topic: 'kobun', time: '19:00', turn: 7, people: 11, number: 8 },
  { topic: 'sugaku1', time: '20:00', turn: 7, people: 5 },
  { topic: 'tea', time: '10:00', turn: 8, people: 3 },
  { topic: 'meiji', time: '15:00', turn: 8, people: 4 },
  { topic: 'contest', time: '21:30', turn: 8, people: 5 },
  { topic: 'proof', time: '16:00', turn: 9, people: 6 },
  { topic: 'derivative', time: '18:30', turn: 9, people: 9 },
  { topic: 'pathTalk', time: '19:00', turn: 9, people: 14, comments: 1 },
];

export const past: readonly DatedEntry[] = [
  { topic: 'morning', time: '6:30', turn: -1, people: 19, comments: 3 },
  { topic: 'grammar', time: '9:00', turn: -1, people: 34, comments: 6 },
  { topic: 'kamakura', time: '13:45', turn: -1, people: 29, comments: 8 },
  { topic: 'composing', time: '14:00', turn: -1, people: 11, comments: 4 },
  { topic: 'derivative', time: '18:30', turn: -1, people: 45, comments: 12 },
  { topic: 'kobun', time: '19:00', turn: -1, people: 27, comments: 7, number: 5 },
  { topic: 'starsound', time: '19:45', turn: -2, people: 40, comments: 10 },
  { topic: 'sorting', time: '20:30', turn: -2, people: 22, comments: 5 },
  { topic: 'poem', time: '21:00', turn: -2, people: 16, comments: 6 },
  { topic: 'quiet', time: '22:00', turn: -2, people: 31, comments: 8 },
  { topic: 'apple', time: '10:30', turn: -3, people: 14, comments: 3 },
  { topic: 'chemistry', time: '16:00', turn: -3, people: 25, comments: 7 },
  { topic: 'license', time: '21:30', turn: -3, people: 9, comments: 2 },
  { topic: 'photosynthesis', time: '10:00', turn: -4, people: 18, comments: 5 },
  { topic: 'edo', time: '14:30', turn: -4, people: 21, comments: 4 },
  { topic: 'speaking', time: '20:00', turn: -4, people: 15, comments: 3 },
  { topic: 'grammar', time: '9:00', turn: -5, people: 28, comments: 3 },
  { topic: 'singing', time: '17:00', turn: -5, people: 12, comments: 2 },
  { topic: 'debate', time: '19:30', turn: -5, people: 10, comments: 6 },
  { topic: 'dice', time: '20:30', turn: -6, people: 26, comments: 5 },
  { topic: 'kokoro', time: '21:00', turn: -6, people: 20, comments: 7 },
  { topic: 'muromachi', time: '13:45', turn: -8, people: 37, comments: 9 },
  { topic: 'ukiyoe', time: '16:30', turn: -8, people: 8, comments: 2 },
  { topic: 'tea', time: '10:00', turn: -9, people: 5, comments: 2 },
  { topic: 'moon', time: '20:00', turn: -9, people: 33, comments: 6 },
  { topic: 'kofun', time: '14:00', turn: -11, people: 17, comments: 3 },
  { topic: 'reading', time: '18:00', turn: -11, people: 7, comments: 2 },
  { topic: 'statistics', time: '20:30', turn: -13, people: 19, comments: 4 },
  { topic: 'pronunciation', time: '11:00', turn: -15, people: 13, comments: 2 },
  { topic: 'weather', time: '20:15', turn: -18, people: 24, comments: 5 },
];

/** Cancelled beforehand, or because the host did not come. Nobody has a reservation any more. */
export const cancelled: readonly DatedEntry[] = [
  { topic: 'kanbun', time: '7:00', turn: -3, people: 0, comments: 1 },
  { topic: 'color', time: '10:30', turn: -6, people: 0 },
  { topic: 'singing', time: '17:30', turn: 2, people: 0 },
  { topic: 'sugaku1', time: '20:00', turn: 4, people: 0 },
];

/**
 * Unlisted classrooms, reachable by URL and shown only to their own participants. Events take place here: one is live,
 * one has open entry.
 */
export const privateLive: readonly LiveEntry[] = [
  { topic: 'starRoom', begunMinutes: 15, participants: 38, reserved: 0, comments: 6 },
  { topic: 'poemRoom', begunMinutes: 0, participants: 1, reserved: 0, comments: 0 },
];
export const privateUpcoming: readonly DatedEntry[] = [
  { topic: 'review', time: '20:45', turn: 1, people: 6, comments: 1 },
  { topic: 'parents', time: '13:30', turn: 2, people: 4 },
];
export const privatePast: readonly DatedEntry[] = [
  { topic: 'review', time: '20:45', turn: -7, people: 5, comments: 2 },
];
