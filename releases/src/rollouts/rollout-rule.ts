import type { Me } from '@manabiba/shared/contract/users';
import * as z from 'zod/mini';

/** Kinds of signed-in users, by their session. */
export const personKinds = ['learner', 'professional', 'staff'] as const;
export type PersonKind = (typeof personKinds)[number];

/** Who may get the release in a rollout. Anonymous visitors match no rule. */
export const rolloutRule = z.discriminatedUnion('to', [
  z.object({ to: z.literal('signed-in') }),
  z.object({ to: z.literal('kinds'), kinds: z.array(z.enum(personKinds)).check(z.minLength(1)) }),
  /** Ids of users. */
  z.object({ to: z.literal('testers'), ids: z.array(z.string()).check(z.minLength(1)) }),
]);
export type RolloutRule = z.infer<typeof rolloutRule>;

/** The fields of a signed-in user that rules read. */
export interface RulePerson {
  id: string;
  kind: PersonKind;
}

/** Returns the person of a session; null for an anonymous one and for none. */
export function rulePersonOf(me: Me | null): RulePerson | null {
  if (!me || me.role === 'anonymous') return null;
  return { id: me.id, kind: me.role === 'user' ? 'learner' : me.role };
}

export function fitsRule(rule: RolloutRule | null, person: RulePerson | null): boolean {
  if (rule === null) return true;
  if (person === null) return false;
  if (rule.to === 'kinds') return rule.kinds.includes(person.kind);
  return rule.to === 'signed-in' || rule.ids.includes(person.id);
}

/** The rule in the words of the command. Testers are counted, not named: the history keeps it for good. */
export function wordsOfRule(rule: RolloutRule): string {
  if (rule.to === 'kinds') return rule.kinds.join(', ');
  if (rule.to === 'signed-in') return rule.to;
  return rule.ids.length === 1 ? '1 tester' : `${rule.ids.length} testers`;
}
