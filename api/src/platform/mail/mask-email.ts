/** Shows enough of an address to recognise one's own, and hides it from everybody else: ha***@example.jp */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${local.slice(0, 2)}***@${domain}`;
}
