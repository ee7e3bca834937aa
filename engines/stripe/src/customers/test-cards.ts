/** A decline, with the error code and the bank's decline code. */
export interface Decline {
  readonly code: string;
  readonly declineCode?: string;
  readonly message: string;
}

/** The behaviour of a test card. Source: Stripe's list of test cards. */
export interface CardBehaviour {
  readonly brand: CardBrand;
  readonly last4: string;
  readonly country: string;
  readonly funding: 'credit' | 'debit';
  readonly fingerprint: string;
  /** The error when the card is charged. */
  readonly decline?: DeclineName;
  /** Whether attaching it to a customer fails as well. */
  readonly failsAttach?: boolean;
  /** `always`; `unless_set_up` challenges once and never again for off-session payments. */
  readonly challenge?: 'always' | 'unless_set_up';
}

export type CardBrand = 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa';
export type DeclineName = keyof typeof DECLINES;

export const DECLINES = {
  generic_decline: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost_card: { code: 'card_declined', declineCode: 'lost_card', message: 'Your card was declined.' },
  stolen_card: { code: 'card_declined', declineCode: 'stolen_card', message: 'Your card was declined.' },
  card_velocity_exceeded: {
    code: 'card_declined',
    declineCode: 'card_velocity_exceeded',
    message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
  fraudulent: { code: 'card_declined', declineCode: 'fraudulent', message: 'Your card was declined.' },
  expired_card: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authentication_required: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
} as const satisfies Record<string, Decline>;

interface TestCard extends Partial<Omit<CardBehaviour, 'fingerprint' | 'last4'>> {
  readonly number: string;
  /** Test cards by their name in `pm_card_` and `tok_` ids. */
  readonly tokens?: readonly string[];
}

const declined = (decline: DeclineName) => ({ decline, failsAttach: true });

const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', tokens: ['visa', 'us'] },
  { number: '4000056655665556', funding: 'debit', tokens: ['visa_debit'] },
  { number: '4000003920000003', country: 'JP', tokens: ['jp'] },
  { number: '5555555555554444', tokens: ['mastercard'] },
  { number: '2223003122003222' },
  { number: '5200828282828210', funding: 'debit', tokens: ['mastercard_debit'] },
  { number: '378282246310005', tokens: ['amex'] },
  { number: '371449635398431' },
  { number: '6011111111111117', tokens: ['discover'] },
  { number: '3056930009020004', tokens: ['diners'] },
  { number: '3566002020360505', country: 'JP', tokens: ['jcb'] },
  { number: '6200000000000005', country: 'CN', tokens: ['unionpay'] },
  { number: '4000000000000002', ...declined('generic_decline'), tokens: ['visa_chargeDeclined', 'chargeDeclined'] },
  {
    number: '4000000000009995',
    ...declined('insufficient_funds'),
    tokens: ['visa_chargeDeclinedInsufficientFunds', 'chargeDeclinedInsufficientFunds'],
  },
  {
    number: '4000000000009987',
    ...declined('lost_card'),
    tokens: ['visa_chargeDeclinedLostCard', 'chargeDeclinedLostCard'],
  },
  {
    number: '4000000000009979',
    ...declined('stolen_card'),
    tokens: ['visa_chargeDeclinedStolenCard', 'chargeDeclinedStolenCard'],
  },
  {
    number: '4000000000006975',
    ...declined('card_velocity_exceeded'),
    tokens: ['chargeDeclinedVelocityLimitExceeded'],
  },
  { number: '4100000000000019', decline: 'fraudulent', tokens: ['radarBlock', 'chargeDeclinedFraudulent'] },
  { number: '4000000000000069', ...declined('expired_card'), tokens: ['chargeDeclinedExpiredCard'] },
  { number: '4000000000000127', ...declined('incorrect_cvc'), tokens: ['chargeDeclinedIncorrectCvc'] },
  { number: '4000000000000119', ...declined('processing_error'), tokens: ['chargeDeclinedProcessingError'] },
  { number: '4000000000000341', decline: 'generic_decline', tokens: ['chargeCustomerFail'] },
  { number: '4000002500003155', challenge: 'unless_set_up', tokens: ['authenticationRequiredOnSetup'] },
  { number: '4000002760003184', challenge: 'always', tokens: ['authenticationRequired'] },
  { number: '4000000000003220', challenge: 'always', tokens: ['threeDSecure2Required', 'threeDSecureRequired'] },
  {
    number: '4000008260003178',
    challenge: 'unless_set_up',
    decline: 'insufficient_funds',
    tokens: ['authenticationRequiredChargeDeclinedInsufficientFunds'],
  },
  {
    number: '4000008400001629',
    challenge: 'always',
    decline: 'generic_decline',
    tokens: ['threeDSecureRequiredChargeDeclined'],
  },
];

const byNumber = new Map(TEST_CARDS.map((card) => [card.number, card]));
const byToken = new Map(TEST_CARDS.flatMap((card) => (card.tokens ?? []).map((token) => [token, card] as const)));

/** Returns the behaviour of a number that passes the checksum; numbers not listed by Stripe succeed. */
export function cardOfNumber(number: string): CardBehaviour | undefined {
  if (!/^\d{12,19}$/.test(number) || !passesChecksum(number)) return undefined;
  const { tokens: _tokens, ...card } = byNumber.get(number) ?? { number };
  return behaviourOf(card);
}

/** Returns the card of `pm_card_visa` or `tok_visa`. */
export function cardOfToken(token: string): CardBehaviour | undefined {
  const name = token.replace(/^(pm_card_|tok_)/, '');
  const found = name === token ? undefined : byToken.get(name);
  return found && cardOfNumber(found.number);
}

function behaviourOf({ number, ...card }: TestCard): CardBehaviour {
  return {
    brand: brandOf(number),
    country: 'US',
    funding: 'credit',
    ...card,
    last4: number.slice(-4),
    fingerprint: fingerprintOf(number),
  };
}

function brandOf(number: string): CardBrand {
  if (/^3[47]/.test(number)) return 'amex';
  if (/^35/.test(number)) return 'jcb';
  if (/^3[068]/.test(number)) return 'diners';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^6(011|5)/.test(number)) return 'discover';
  return /^62/.test(number) ? 'unionpay' : 'visa';
}

function passesChecksum(number: string): boolean {
  let sum = 0;
  for (const [place, digit] of [...number].toReversed().entries()) {
    const doubled = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The same number always gets the same fingerprint, as at Stripe within one account. Test numbers are public. */
function fingerprintOf(number: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const digit of number) hash = BigInt.asUintN(64, (hash ^ BigInt(digit.charCodeAt(0))) * 0x100000001b3n);
  return hash.toString(36).padStart(16, '0').slice(-16);
}
