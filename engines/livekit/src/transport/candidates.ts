import { networkInterfaces } from 'node:os';

/** Returns the ICE candidate lines for the engine's port. */
export function localCandidates(addresses: readonly string[], udpPort: number): string[] {
  const known = addresses.length > 0 ? addresses : ownAddresses();
  return known.map((address, index) => {
    const priority = 126 * 2 ** 24 + (65_535 - index) * 2 ** 8 + 255;
    const [, host = address, port = udpPort] = /^\[?([\d.]+|[\da-fA-F:]+(?=\]))\]?:(\d+)$/.exec(address) ?? [];
    return `candidate:${index + 1} 1 udp ${priority} ${host} ${port} typ host`;
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
