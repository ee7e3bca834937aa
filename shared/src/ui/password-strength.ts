import { MIN_PASSWORD_LENGTH } from '../contract/limits';

export type PasswordStrength = 'short' | 'weak' | 'fair' | 'strong';

const LONG = 12;
const VERY_LONG = 16;
const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/];
/** Common strings that attackers try first. */
const guessedFirst = /^(.)\1*$|password|passw0rd|12345|abcde|qwerty|asdf|11111|00000|manabiba/i;

/** Estimates the strength of a new password. Only a hint while typing; the form decides what is allowed. */
export function passwordStrength(password: string): PasswordStrength {
  const { length } = [...password];
  if (length < MIN_PASSWORD_LENGTH) return 'short';
  if (guessedFirst.test(password)) return 'weak';
  const variety = kinds.filter((kind) => kind.test(password)).length;
  if (length >= VERY_LONG || (length >= LONG && variety >= 2)) return 'strong';
  return length >= LONG || variety >= 3 ? 'fair' : 'weak';
}
