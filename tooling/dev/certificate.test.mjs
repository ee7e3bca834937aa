import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { keptCertificate, machineAddresses } from './certificate.mjs';

const NAMES = ['localhost', '127.0.0.1', '::1', '192.0.2.7'];
const NOW = new Date('2026-04-01T00:00:00Z');
let dataDir;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'manabiba-certificate-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it('keeps the certificate while it covers the addresses, so that a phone needs to trust it only once', async () => {
  const first = await keptCertificate(dataDir, NAMES, NOW);
  expect(await keptCertificate(dataDir, NAMES, NOW)).toEqual(first);
  expect(await keptCertificate(dataDir, NAMES.slice(0, 3), NOW)).toEqual(first);
});

it('creates a new one when the machine has another address', async () => {
  const first = await keptCertificate(dataDir, NAMES, NOW);
  expect((await keptCertificate(dataDir, [...NAMES, '192.0.2.8'], NOW)).cert).not.toBe(first.cert);
});

it('creates a new one when it is about to expire', async () => {
  const first = await keptCertificate(dataDir, NAMES, NOW);
  expect((await keptCertificate(dataDir, NAMES, new Date('2027-05-02T12:00:00Z'))).cert).not.toBe(first.cert);
});

it('makes the key unreadable for other users of the machine', async () => {
  await keptCertificate(dataDir, NAMES, NOW);
  expect((await stat(join(dataDir, 'https', 'key.pem'))).mode & 0o777).toBe(0o600);
});

it('lists loopback and network addresses, IPv4 first, without link-local ones', () => {
  const address = (family, value, internal = false) => ({ family, address: value, internal });
  expect(
    machineAddresses({
      lo: [address('IPv4', '127.0.0.1', true), address('IPv6', '::1', true)],
      wlan0: [address('IPv6', 'fe80::1'), address('IPv6', 'fd00::2'), address('IPv4', '192.0.2.7')],
    }),
  ).toEqual({ own: ['localhost', '127.0.0.1', '::1'], network: ['192.0.2.7', 'fd00::2'] });
});
