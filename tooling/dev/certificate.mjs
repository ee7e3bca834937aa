import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';

import { millisecondsInDay } from 'date-fns/constants';
import { generate } from 'selfsigned';

/** iOS rejects a certificate that is valid for more than 825 days. */
const VALID_DAYS = 397;
/** Minimum remaining validity in days: a certificate that would expire during a day's work is renewed. */
const REMAINING_DAYS = 1;

/**
 * Names and addresses at which this machine is reachable, network addresses last, IPv4 first. Link-local IPv6 addresses
 * are excluded: they need a zone, which no browser supports.
 *
 * @param {Record<string, Pick<import('node:os').NetworkInterfaceInfo, 'family' | 'address' | 'internal'>[] |
 * undefined>} [interfaces]
 * @returns {{ own: string[], network: string[] }}
 */
export function machineAddresses(interfaces = networkInterfaces()) {
  const outside = Object.values(interfaces)
    .flatMap((entries) => entries ?? [])
    .filter((entry) => !entry.internal && !/^fe[89ab]/i.test(entry.address));
  const network = ['IPv4', 'IPv6'].flatMap((family) =>
    outside.filter((entry) => entry.family === family).map(({ address }) => address),
  );
  return { own: ['localhost', '127.0.0.1', '::1'], network: [...new Set(network)] };
}

/**
 * Returns the certificate in the data folder; creates a new one if there is none, it lacks one of the names, or it is
 * about to expire.
 *
 * @param {string} dataDir
 * @param {string[]} names Host names and addresses.
 * @returns {Promise<{ key: string, cert: string, file: string }>}
 */
export async function keptCertificate(dataDir, names, now = new Date()) {
  const folder = join(dataDir, 'https');
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const read = (path) => readFile(path, 'utf8').catch(() => '');
  const [key, cert] = [await read(keyFile), await read(file)];
  if (isUsable({ key, cert }, names, now)) return { key, cert, file };
  const made = await madeCertificate(names, now);
  await mkdir(folder, { recursive: true });
  await writeFile(keyFile, made.key, { mode: 0o600 });
  await writeFile(file, made.cert);
  return { ...made, file };
}

/**
 * Creates a self-signed certificate that a device can be configured to trust; nothing else should be signed with it.
 */
export async function madeCertificate(names, now = new Date()) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Manabiba development' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - millisecondsInDay),
    notAfterDate: new Date(now.getTime() + VALID_DAYS * millisecondsInDay),
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
  });
  return { key, cert };
}

/** Returns the digest of a certificate's public key, with which Chromium can be configured to trust it. */
export const keyDigest = ({ cert }) =>
  createHash('sha256')
    .update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');

function isUsable({ key, cert }, names, now) {
  try {
    const certificate = new X509Certificate(cert);
    return (
      certificate.checkPrivateKey(createPrivateKey(key)) &&
      Date.parse(certificate.validTo) - now.getTime() > REMAINING_DAYS * millisecondsInDay &&
      names.every((name) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)))
    );
  } catch {
    return false;
  }
}
