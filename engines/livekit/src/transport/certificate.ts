import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

import { millisecondsInDay } from 'date-fns/constants';

/** A self-signed certificate of one connection. Peers verify it by its fingerprint, which signalling carries. */
export interface Certificate {
  readonly certificatePem: string;
  readonly keyPem: string;
  /** SHA-256 as in a session description: pairs of uppercase hex digits separated by colons. */
  readonly fingerprint: string;
}

const VALIDITY_MS = 30 * millisecondsInDay;
/** Tolerance for clients whose clock is slow, in milliseconds. */
const BACKDATE_MS = millisecondsInDay;

const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');

/**
 * Creates an ECDSA P-256 certificate. Node cannot create certificates, and the library reveals the fingerprint of its
 * own only after the connection has begun, too late for the engine's offer.
 */
export function createCertificate(now = Date.now()): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(COMMON_NAME, element(0x0c, Buffer.from('media')))));
  const toBeSigned = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(now - BACKDATE_MS), time(now + VALIDITY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const der = sequence(toBeSigned, ECDSA_WITH_SHA256, element(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const base64 = der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return {
    certificatePem: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: createHash('sha256')
      .update(der)
      .digest('hex')
      .toUpperCase()
      .replace(/..(?=.)/g, '$&:'),
  };
}

function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return element(0x31, Buffer.concat(parts));
}

/** UTCTime can represent years up to 2049. */
function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14);
  return element(0x17, Buffer.from(`${digits}Z`));
}
