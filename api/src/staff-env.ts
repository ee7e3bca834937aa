import { BlockList, isIP } from 'node:net';

import * as z from 'zod/mini';

/** The variables about how the staff gets in. */
export const staffSchema = {
  /** Whether calls of the staff need a second factor. Default: in production. */
  STAFF_SECOND_FACTOR: z._default(z.enum(['', 'required', 'optional']), ''),
  /** The addresses from which the staff may call, as addresses or networks (CIDR), separated by commas. Empty: all. */
  STAFF_ADDRESSES: z._default(z.string(), ''),
};

export interface StaffEnv {
  isSecondFactorRequired: boolean;
  /** Addresses and networks; empty when all are allowed. */
  addresses: readonly string[];
}

const listOf = (value: string) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Every entry must be an address or a network, and production needs the second factor. */
export function staffProblems(given: Record<string, string | undefined>): string[] {
  const { NODE_ENV: mode, STAFF_SECOND_FACTOR: factor, STAFF_ADDRESSES: addresses = '' } = given;
  const problems = listOf(addresses)
    .filter((entry) => networkOf(entry) === null)
    .map((entry) => `STAFF_ADDRESSES has ${entry}, which is no address or network`);
  if (mode === 'production' && factor === 'optional')
    problems.push('STAFF_SECOND_FACTOR must be required in production');
  return problems;
}

type StaffVariables = { [K in keyof typeof staffSchema]: z.output<(typeof staffSchema)[K]> };

export const toStaff = (data: StaffVariables, isProduction: boolean): StaffEnv => ({
  isSecondFactorRequired: (data.STAFF_SECOND_FACTOR || (isProduction ? 'required' : 'optional')) === 'required',
  addresses: listOf(data.STAFF_ADDRESSES),
});

interface Network {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

const MAX_PREFIX = { ipv4: 32, ipv6: 128 };

function networkOf(entry: string): Network | null {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return null;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (prefix === undefined) return { address, prefix: MAX_PREFIX[family], family };
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= MAX_PREFIX[family]
    ? { address, prefix: Number(prefix), family }
    : null;
}

/** Returns a check of addresses against these networks. IPv4 written as IPv6 counts as IPv4; no networks allow all. */
export function createAddressCheck(addresses: readonly string[]): (ip: string | undefined) => boolean {
  if (addresses.length === 0) return () => true;
  const allowed = new BlockList();
  for (const entry of addresses) {
    const network = networkOf(entry);
    if (network) allowed.addSubnet(network.address, network.prefix, network.family);
  }
  return (ip = '') => {
    const address = ip.replace(/%.*$/, '');
    const version = isIP(address);
    return version !== 0 && allowed.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}
