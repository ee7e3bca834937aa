import { isIP } from 'node:net';

import type { ReleaseKey } from '../release-key';

/** No source counts for more than this part of all failures: it takes as many networks to end a rollout. */
const MIN_SOURCES = 3;
/** A person commands as many IPv6 addresses as they like within these groups. */
const NETWORK_GROUPS = 4;
const IPV6_GROUPS = 8;

/**
 * From where a failure was reported: the network of an address, as a digest. On this very machine each page view is a
 * source of its own; whoever is there can do worse than end a rollout.
 */
export function sourceOf(key: ReleaseKey, address: string, viewId: string): string {
  const network = networkOf(address);
  return network === 'loopback' ? `view ${viewId}` : `network ${key.mark(`failures from ${network}`)}`;
}

/**
 * How many failures count, given how many each source has reported: the greatest sources count for no more than the
 * third greatest, so that one address that opens page after page is one voice among others.
 */
export function weighFailures(bySource: readonly number[]): number {
  const greatest = [...bySource].sort((a, b) => b - a);
  const cap = greatest[MIN_SOURCES - 1] ?? 0;
  return greatest.reduce((sum, failures) => sum + Math.min(failures, cap), 0);
}

function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (plain === '::1' || plain.startsWith('127.')) return 'loopback';
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const gap =
    tail === undefined ? [] : new Array<string>(Math.max(0, IPV6_GROUPS - before.length - after.length)).fill('0');
  return [...before, ...gap, ...after].slice(0, NETWORK_GROUPS).join(':');
}
