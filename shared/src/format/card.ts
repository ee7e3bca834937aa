const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  jcb: 'JCB',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  unionpay: 'UnionPay',
};

/** Visa 末尾 4242 */
export const formatCard = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${brandNames[brand] ?? 'カード'} 末尾 ${last4}`;

/** 2028/09 */
export const formatExpiry = ({ expYear, expMonth }: { expYear: number; expMonth: number }): string =>
  `${expYear}/${String(expMonth).padStart(2, '0')}`;
