import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

import type { Assertion, Attestation } from '@manabiba/shared/contract/passkeys';

const ORIGIN = 'https://manabiba.test';
const RP_ID = 'manabiba.test';
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64Url = (data: string | Buffer) => Buffer.from(data).toString('base64url');
const fromText = (value: string) => Buffer.from(value, 'base64url');
const bytes = (hex: string) => Buffer.from(hex, 'hex');
const uint16 = (value: number) => bytes(value.toString(16).padStart(4, '0'));
const uint32 = (value: number) => bytes(value.toString(16).padStart(8, '0'));

/** What a dishonest or broken authenticator, browser or page does differently. */
interface Deviations {
  origin?: string;
  rpId?: string;
  counter?: number;
  isVerified?: boolean;
  userHandle?: string;
  type?: string;
  /** Signs with the key of this one instead. */
  signer?: SoftAuthenticator;
  /** What is said about the device, instead of nothing: by the new key itself, or by a certificate. */
  statement?: 'self' | 'certificate';
}

/** An authenticator with one P-256 key, which answers challenges as WebAuthn says. */
export class SoftAuthenticator {
  readonly id = base64Url(randomBytes(16));
  counter = 0;
  private readonly pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private userHandle = '';

  create({ challenge, user }: { challenge: string; user: { id: string } }, given: Deviations = {}): Attestation {
    this.userHandle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const { x = '', y = '' } = this.pair.publicKey.export({ format: 'jwk' });
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    const key = [bytes('a5010203262001'), bytes('21'), blob(fromText(x)), bytes('22'), blob(fromText(y))];
    const data = Buffer.concat([this.data(given, HAS_KEY), Buffer.alloc(16), uint16(id.length), id, ...key]);
    const clientDataJSON = clientData({ type: 'webauthn.create', challenge, ...given });
    const statement = this.statement(Buffer.concat([data, sha256(fromText(clientDataJSON))]), given.statement);
    const attestationObject = Buffer.concat([bytes('a3'), ...statement, text('authData'), blob(data)]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: { clientDataJSON, attestationObject: base64Url(attestationObject) },
    };
  }

  get({ challenge }: { challenge: string }, given: Deviations = {}): Assertion {
    this.counter = given.counter ?? this.counter + 1;
    const clientDataJSON = clientData({ type: 'webauthn.get', challenge, ...given });
    const data = this.data(given);
    const signed = Buffer.concat([data, sha256(fromText(clientDataJSON))]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: base64Url(data),
        signature: base64Url(sign('sha256', signed, (given.signer ?? this).pair.privateKey)),
        userHandle: given.userHandle ?? this.userHandle,
      },
    };
  }

  /** CBOR of `fmt` and `attStmt`: {}, {alg, sig} or {alg, sig, x5c}. */
  private statement(signed: Buffer, kind: Deviations['statement']): Buffer[] {
    if (!kind) return [text('fmt'), text('none'), text('attStmt'), bytes('a0')];
    const signature = [text('alg'), bytes('26'), text('sig'), blob(sign('sha256', signed, this.pair.privateKey))];
    const certificates = kind === 'certificate' ? [text('x5c'), bytes('81'), blob(bytes('00'))] : [];
    const size = bytes(kind === 'certificate' ? 'a3' : 'a2');
    return [text('fmt'), text('packed'), text('attStmt'), size, ...signature, ...certificates];
  }

  private data({ rpId = RP_ID, isVerified = true }: Deviations, flags = 0): Buffer {
    const all = flags | PRESENT | (isVerified ? VERIFIED : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), uint32(this.counter)]);
  }
}

/** CBOR of bytes, with the shortest head. */
function blob(data: Buffer): Buffer {
  if (data.length < 24) return Buffer.concat([Buffer.from([0x40 + data.length]), data]);
  const head = data.length < 256 ? Buffer.from([0x58, data.length]) : Buffer.concat([bytes('59'), uint16(data.length)]);
  return Buffer.concat([head, data]);
}
/** CBOR of a text of at most 23 bytes. */
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

const clientData = ({ type, challenge, origin = ORIGIN }: { type: string; challenge: string; origin?: string }) =>
  base64Url(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
