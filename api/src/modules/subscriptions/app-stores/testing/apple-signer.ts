import { webcrypto } from 'node:crypto';

import * as x509 from '@peculiar/x509';
import { millisecondsInDay } from 'date-fns/constants';
import { SignJWT } from 'jose';

/** Apple's certificate extensions: for certificates that sign receipts and for their intermediates. */
const RECEIPT_SIGNER = '1.2.840.113635.100.6.11.1';
const INTERMEDIATE = '1.2.840.113635.100.6.2.1';
const ASN1_NULL = new Uint8Array([5, 0]);
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export interface AppleSigner {
  /** Root certificate as PEM. */
  root: string;
  /** Signs a transaction like Apple. */
  sign(transaction: object): Promise<string>;
}

/** Creates a certificate authority that mimics Apple's. */
export async function createAppleSigner(): Promise<AppleSigner> {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [rootKeys, middleKeys, leafKeys] = [await newKeys(), await newKeys(), await newKeys()];
  const span = {
    notBefore: new Date(Date.now() - 3650 * millisecondsInDay),
    notAfter: new Date(Date.now() + 3650 * millisecondsInDay),
  };
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Test Root',
    ...span,
    signingAlgorithm: algorithm,
    keys: rootKeys,
    extensions: [new x509.BasicConstraintsExtension(true, 2, true)],
  });
  const issue = (
    subject: string,
    keys: webcrypto.CryptoKeyPair,
    issuer: x509.X509Certificate,
    issuerKeys: webcrypto.CryptoKeyPair,
    extensions: x509.Extension[],
  ) =>
    x509.X509CertificateGenerator.create({
      subject,
      issuer: issuer.subject,
      ...span,
      signingAlgorithm: algorithm,
      publicKey: keys.publicKey,
      signingKey: issuerKeys.privateKey,
      extensions,
    });
  const middle = await issue('CN=Test Intermediate', middleKeys, root, rootKeys, [
    new x509.BasicConstraintsExtension(true, 1, true),
    new x509.Extension(INTERMEDIATE, false, ASN1_NULL),
  ]);
  const leaf = await issue('CN=Test Receipts', leafKeys, middle, middleKeys, [
    new x509.Extension(RECEIPT_SIGNER, false, ASN1_NULL),
  ]);
  const x5c = [leaf, middle, root].map((certificate) => Buffer.from(certificate.rawData).toString('base64'));
  return {
    root: root.toString('pem'),
    sign: (transaction) =>
      new SignJWT({ ...transaction }).setProtectedHeader({ alg: 'ES256', x5c }).sign(leafKeys.privateKey),
  };
}
