import { MAX_EMAIL_LENGTH } from './limits';

/**
 * The part before the `@`: letters, digits and signs without special meaning on any mail server, separated by single
 * dots. No quotes, lists or routes (`%`, `!`). Source: dot-atom of RFC 5322, 3.2.3.
 */
const LOCAL_PART = /^[a-z0-9#$&'*+/=?^_`{|}~-]+(?:\.[a-z0-9#$&'*+/=?^_`{|}~-]+)*$/i;
const MAX_LOCAL_LENGTH = 64;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** ASCII characters that no domain in any script may contain; a URL parser would interpret some of them. */
const NOT_IN_DOMAIN = /[\u0000-,/:-@[-`{-\u00a0]/;
const MAX_DOMAIN_LENGTH = 253;

/** Returns the domain in lower case and ASCII, with Unicode labels as Punycode; null when it is invalid. */
function asciiDomain(text: string): string | null {
  let domain = text.normalize('NFKC').toLowerCase();
  if (NOT_IN_DOMAIN.test(domain)) return null;
  if (/[^-.\w]/.test(domain)) {
    if (!URL.canParse(`http://${domain}`)) return null;
    domain = new URL(`http://${domain}`).hostname;
  }
  const labels = domain.split('.');
  const isDomain =
    domain.length <= MAX_DOMAIN_LENGTH && labels.length > 1 && labels.every((label) => LABEL.test(label));
  // A domain whose last label is numeric is an IP address.
  return isDomain && !/^\d+$/.test(labels.at(-1) ?? '') ? domain : null;
}

/**
 * Returns the canonical form of an e-mail address: trimmed, lower case, with an ASCII domain. Null for anything that is
 * not exactly one address (display names, lists, comments, quoted parts). Runs in linear time.
 */
export function canonicalEmail(text: string): string | null {
  if (text.length > MAX_EMAIL_LENGTH) return null;
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(0, at));
  if (local.length > MAX_LOCAL_LENGTH || !LOCAL_PART.test(local)) return null;
  const domain = asciiDomain(trimmed.slice(at + 1));
  const address = `${local.toLowerCase()}@${domain ?? ''}`;
  return domain !== null && address.length <= MAX_EMAIL_LENGTH ? address : null;
}

const DOTS_MEAN_NOTHING = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns the mailbox behind an address, as far as it can be derived: without a `+tag`, and without dots where the
 * provider ignores them. Used for rate limits and for "not your own address"; accounts are identified by the address
 * itself.
 */
export function mailboxOf(email: string): string {
  const address = canonicalEmail(email) ?? email;
  const [local = '', domain = ''] = address.split('@');
  const tagAt = local.indexOf('+', 1);
  const untagged = tagAt < 0 ? local : local.slice(0, tagAt);
  return DOTS_MEAN_NOTHING.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}
