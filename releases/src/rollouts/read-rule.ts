import * as z from 'zod/mini';

import { ReleaseRefusal } from '../store/release-refusal';
import { type PersonKind, personKinds, type RolloutRule } from './rollout-rule';

/** Finds the accounts of testers. */
export interface Testers {
  /** Returns the id of the account with each address or id; those without an account are absent. */
  idsOf(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Testers that one rollout may name: every page of a person looks through them. */
const MOST_TESTERS = 100;

/** The audience of a rollout: `signed-in`, kinds of users, or the addresses or ids of testers. */
export const ruleWords = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)))
  .check(z.minLength(1), z.maxLength(MOST_TESTERS));

const isKind = (word: string): word is PersonKind => (personKinds as readonly string[]).includes(word);
/** An address, or an id such as usr_4hJ…. */
const isTester = (word: string) => word.includes('@') || /^[A-Za-z]+_[\w-]+$/.test(word);

/** Returns the rule that words describe. Throws (422) for an unknown rule and for testers without an account. */
export async function readRule(words: readonly string[], testers: Testers): Promise<RolloutRule> {
  const [first] = words;
  if (words.length === 1 && first === 'signed-in') return { to: 'signed-in' };
  if (words.every(isKind)) return { to: 'kinds', kinds: personKinds.filter((kind) => words.includes(kind)) };
  const unknown = words.find((word) => word !== 'signed-in' && !isKind(word) && !isTester(word));
  if (unknown !== undefined)
    throw new ReleaseRefusal(
      `There is no rule "${unknown}": signed-in, ${personKinds.join(', ')}, or the addresses or ids of testers.`,
      422,
    );
  if (!words.every(isTester))
    throw new ReleaseRefusal(
      'A rollout is for everyone signed in, for kinds of people, or for testers: name one.',
      422,
    );
  const found = await testers.idsOf(words);
  const missing = words.filter((word) => !found.has(word));
  if (missing.length > 0)
    throw new ReleaseRefusal(`Nobody here has the account ${missing.join(', ')}: testers need one.`, 422);
  return { to: 'testers', ids: [...new Set(words.flatMap((word) => found.get(word) ?? []))].sort() };
}
