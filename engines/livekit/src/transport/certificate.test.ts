import { createPrivateKey, X509Certificate } from 'node:crypto';

import { millisecondsInDay } from 'date-fns/constants';

import { createCertificate } from './certificate';

const NOW = Date.UTC(2026, 10, 23, 3, 0, 0);

/** Read by OpenSSL, which shares no code with the encoder. */
const read = () => {
  const created = createCertificate(NOW);
  return { ...created, x509: new X509Certificate(created.certificatePem) };
};

it('is a self-signed P-256 certificate of its own key', () => {
  const { x509, keyPem } = read();
  expect(x509.checkPrivateKey(createPrivateKey(keyPem))).toBe(true);
  expect(x509.verify(x509.publicKey)).toBe(true);
  expect(x509.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  expect([x509.subject, x509.issuer]).toEqual(['CN=media', 'CN=media']);
});

it('has the fingerprint that session descriptions announce', () => {
  const { x509, fingerprint } = read();
  expect(fingerprint).toBe(x509.fingerprint256);
  expect(fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
});

it('is valid from a day ago, for clients with a slow clock, for 30 days', () => {
  const { x509 } = read();
  expect(Date.parse(x509.validFrom)).toBe(NOW - millisecondsInDay);
  expect(Date.parse(x509.validTo)).toBe(NOW + 30 * millisecondsInDay);
});

it('differs for each connection', () => {
  const [one, other] = [read(), read()];
  expect(one.fingerprint).not.toBe(other.fingerprint);
  expect(one.x509.serialNumber).not.toBe(other.x509.serialNumber);
});
