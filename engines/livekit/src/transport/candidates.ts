import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Whether a client's candidate may be given to the library: UDP to a literal address. Names (mDNS among them) would be
 * looked up by the library's thread; clients behind one are found by their own checks.
 */
export function usableCandidate(candidate: string): boolean {
  const [, component, protocol, , address, port] = candidate.replace(/^a=/, '').split(' ');
  return (
    candidate.length <= 512 &&
    !/[\r\n]/.test(candidate) &&
    candidate.replace(/^a=/, '').startsWith('candidate:') &&
    component === '1' &&
    protocol?.toLowerCase() === 'udp' &&
    isIP(address ?? '') !== 0 &&
    Number(port) > 0 &&
    Number(port) < 65_536
  );
}

/** The lines by which clients find the engine's port. */
export function localCandidates(addresses: readonly string[], udpPort: number): string[] {
  const known = addresses.length > 0 ? addresses : ownAddresses();
  return known.map((address, index) => {
    const priority = 126 * 2 ** 24 + (65_535 - index) * 2 ** 8 + 255;
    return `candidate:${index + 1} 1 udp ${priority} ${address} ${udpPort} typ host`;
  });
}

/** Interfaces before loopback: a page on the same machine reaches both. */
function ownAddresses(): string[] {
  const found = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ family, address }) => family === 'IPv4' && !address.startsWith('169.254.'));
  return [...found.filter(({ internal }) => !internal), ...found.filter(({ internal }) => internal)]
    .map(({ address }) => address)
    .slice(0, 8);
}
