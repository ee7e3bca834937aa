import type { StripeError } from '@stripe/stripe-js';

export interface CardInput {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}
export type CardField = keyof CardInput;

const MAX_DIGITS = 19;
const MIN_DIGITS = 12;
const digitsOf = (text: string) => text.normalize('NFKC').replaceAll(/\D/g, '');

export function brandOf(number: string): string {
  const digits = digitsOf(number);
  if (/^3[47]/.test(digits)) return 'amex';
  if (/^35/.test(digits)) return 'jcb';
  if (/^3[068]/.test(digits)) return 'diners';
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard';
  if (/^6(011|5)/.test(digits)) return 'discover';
  if (/^62/.test(digits)) return 'unionpay';
  return digits.startsWith('4') ? 'visa' : 'unknown';
}

/** Formats in groups of four; American Express in 4, 6 and 5. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text).slice(0, MAX_DIGITS);
  if (brandOf(digits) === 'amex')
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter(Boolean).join(' ');
  return digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

/** Formats as 04 / 30. A month that can only be one digit gets a leading zero; a four-digit year loses its century. */
export function formatExpiry(text: string, before = ''): string {
  let digits = digitsOf(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  // Backspace over the slash deletes the digit before it.
  if (digits.length === 2 && before.endsWith(' / ') && text.length < before.length) return digits.slice(0, 1);
  return digits.length >= 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export const formatCvc = (text: string, number: string): string => digitsOf(text).slice(0, cvcLength(number));
const cvcLength = (number: string) => (brandOf(number) === 'amex' ? 4 : 3);

function passesChecksum(digits: string): boolean {
  let sum = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const doubled = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const numberLength = (digits: string) => {
  const brand = brandOf(digits);
  if (brand === 'amex') return 15;
  return brand === 'diners' ? 14 : brand === 'unknown' ? MIN_DIGITS : 16;
};

/** Parses the month and year of the input; null while it is incomplete. */
export function expiryOf(text: string): { month: number; year: number } | null {
  const digits = digitsOf(text);
  if (digits.length !== 4) return null;
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) };
}

const error = (code: string, message: string): StripeError => ({ type: 'validation_error', code, message });

/** Returns the error of a field in Stripe's codes, or null. */
export function problemOf(field: CardField, { number, expiry, cvc }: CardInput, now: Date): StripeError | null {
  if (field === 'number') {
    const digits = digitsOf(number);
    if (digits.length < numberLength(digits)) return error('incomplete_number', 'Your card number is incomplete.');
    return passesChecksum(digits) ? null : error('invalid_number', 'Your card number is invalid.');
  }
  if (field === 'cvc')
    return cvc.length < cvcLength(number) ? error('incomplete_cvc', "Your card's security code is incomplete.") : null;
  const typed = expiryOf(expiry);
  if (!typed) return error('incomplete_expiry', "Your card's expiration date is incomplete.");
  if (typed.month < 1 || typed.month > 12)
    return error('invalid_expiry_month', "Your card's expiration month is wrong.");
  const monthsLeft = (typed.year - now.getFullYear()) * 12 + typed.month - 1 - now.getMonth();
  return monthsLeft < 0 ? error('invalid_expiry_year_past', "Your card's expiration date is in the past.") : null;
}
