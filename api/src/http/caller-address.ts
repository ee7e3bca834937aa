/** Number of groups in a full IPv6 address; a household or a school owns the first four. */
const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

/** Returns the address under which callers are counted: an IPv4 address, or the /64 network of an IPv6 one. */
export function callerAddress(ip: string | undefined): string {
  // A closed connection has no address.
  if (ip === undefined) return 'gone';
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = ip.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap =
    tail === undefined ? [] : new Array<string>(Math.max(0, IPV6_GROUPS - before.length - after.length)).fill('0');
  return `${[...before, ...gap, ...after].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}
