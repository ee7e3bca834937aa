import { isIP } from 'node:net';

import type { ReleaseKey } from '../store/release-key';

/** No source may contribute more than this share of all failures: ending a rollout takes as many networks. */
const MIN_SOURCES = 3;
/** One user can control any number of IPv6 addresses within these groups. */
const NETWORK_GROUPS = 4;
const IPV6_GROUPS = 8;

/**
 * Returns the source of a failure report: the network of the address, as a digest. On loopback each page view is a
 * source of its own; someone with access there can do worse than end a rollout.
 */
export function sourceOf(key: ReleaseKey, address: string, viewId: string): string {
  const network = networkOf(address);
  return network === 'loopback' ? `view ${viewId}` : `network ${key.mark(`failures from ${network}`)}`;
}

/**
 * Returns the weighted number of failures from the counts per source: the largest sources count no more than the third
 * largest, so that one address that keeps opening pages cannot dominate.
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
