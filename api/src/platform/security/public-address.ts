import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that no address on the internet has: loopback, private, link-local, test, multicast and tunnels to them. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6');

/** Returns whether this is the address of a host on the internet. IPv4 written as IPv6 counts as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !notPublic.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** The host of a URL without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** Returns whether this is https, without credentials, and not to an address that is not public. */
export function isPublicHttpsUrl(url: URL): boolean {
  const host = hostOf(url);
  const isAddress = /^[\d.]+$/.test(host) || host.includes(':');
  return (
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    (isAddress ? isPublicAddress(host) : host.includes('.') && !host.endsWith('.local') && !host.endsWith('.internal'))
  );
}

/** A refusal to connect to an address that is not public. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is not a public address`);
    this.name = 'PrivateAddressError';
  }
}

/**
 * A `lookup` for connections to hosts that strangers name: fails when any address of the host is not public. The
 * connection is made to the address that was checked, so a name cannot change in between. Not called for hosts that are
 * addresses already; check those with `isPublicAddress`.
 */
export const publicLookup: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
      return callback(new PrivateAddressError(host), '', 0);
    if (options.all === true) return (callback as (error: null, found: typeof addresses) => void)(null, addresses);
    return callback(null, first.address, first.family);
  });
};
