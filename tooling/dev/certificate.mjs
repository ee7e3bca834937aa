import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';

import { generate } from 'selfsigned';

const DAY_MS = 86_400_000;
/** iOS refuses a certificate that is valid for more than 825 days. */
const VALID_DAYS = 397;
/** A certificate that runs out during a day's work is made anew in the morning. */
const REMAINING_DAYS = 1;

/**
 * Names and addresses under which this machine is reached, those of its networks last, IPv4 first. Link-local addresses
 * of IPv6 are left out: they need a zone, which no browser takes.
 *
 * @param {Record<string, Pick<import('node:os').NetworkInterfaceInfo, 'family' | 'address' | 'internal'>[] | undefined>} [interfaces]
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
 * The certificate in the data folder; a new one where there is none, where it lacks one of the names, or where it runs out.
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

/** A certificate that a device can be told to trust: its own authority, with which nothing else should be signed. */
export async function madeCertificate(names, now = new Date()) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Manabiba development' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - DAY_MS),
    notAfterDate: new Date(now.getTime() + VALID_DAYS * DAY_MS),
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

/** The digest of a certificate's key, by which Chromium can be told to trust it. */
export const keyDigest = ({ cert }) =>
  createHash('sha256')
    .update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');

function isUsable({ key, cert }, names, now) {
  try {
    const certificate = new X509Certificate(cert);
    return (
      certificate.checkPrivateKey(createPrivateKey(key)) &&
      Date.parse(certificate.validTo) - now.getTime() > REMAINING_DAYS * DAY_MS &&
      names.every((name) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)))
    );
  } catch {
    return false;
  }
}
