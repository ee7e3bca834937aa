import { TrackSource } from '@livekit/protocol';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** The `video` grant of a token. Absent properties have LiveKit's defaults. */
export interface VideoGrant {
  readonly room?: string;
  readonly roomJoin?: boolean;
  readonly roomCreate?: boolean;
  readonly roomList?: boolean;
  readonly roomAdmin?: boolean;
  readonly roomRecord?: boolean;
  readonly canPublish?: boolean;
  readonly canPublishSources?: readonly string[];
  readonly canSubscribe?: boolean;
  readonly canPublishData?: boolean;
  readonly canUpdateOwnMetadata?: boolean;
  readonly hidden?: boolean;
  readonly recorder?: boolean;
}

export interface Claims {
  readonly identity: string;
  readonly name: string;
  readonly metadata: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly video: VideoGrant;
  /** Start of the token's validity, in seconds since 1970. */
  readonly notBefore: number;
  /** Distinguishes this token from others issued in the same second. */
  readonly signature: string;
}

/** A token that cannot be used; its message may be shown to the client. */
export class InvalidToken extends Error {
  override readonly name = 'InvalidToken';
}

/** Lifetime of a refreshed token. As in LiveKit. */
const REFRESHED_FOR = '10 minutes';
const WEBHOOK_FOR = '5 minutes';
const MAX_TOKEN_LENGTH = 16_384;
const MAX_NAME_LENGTH = 256;
const SOURCES: Readonly<Record<string, TrackSource>> = {
  camera: TrackSource.CAMERA,
  microphone: TrackSource.MICROPHONE,
  screen_share: TrackSource.SCREEN_SHARE,
  screen_share_audio: TrackSource.SCREEN_SHARE_AUDIO,
};

/** Verifies and signs the tokens of one API key. */
export class AccessTokens {
  readonly #secret: Uint8Array;

  constructor(
    private readonly apiKey: string,
    apiSecret: string,
  ) {
    this.#secret = new TextEncoder().encode(apiSecret);
  }

  /** Returns the claims of a token. Throws `InvalidToken` when it is forged, expired or malformed. */
  async verify(token: string | undefined): Promise<Claims> {
    if (!token) throw new InvalidToken('The access token is missing.');
    if (token.length > MAX_TOKEN_LENGTH) throw new InvalidToken('The access token is too long.');
    const payload = await this.#read(token);
    const video = payload['video'];
    if (video !== undefined && !isRecord(video)) throw new InvalidToken('The access token has no valid grant.');
    const identity = payload.sub ?? '';
    if (identity.length > MAX_NAME_LENGTH) throw new InvalidToken('The identity is too long.');
    return {
      identity,
      name: textOf(payload['name']),
      metadata: textOf(payload['metadata']),
      attributes: textsOf(payload['attributes']),
      video: grantOf(video ?? {}),
      notBefore: payload.nbf ?? payload.iat ?? 0,
      signature: signatureOf(token),
    };
  }

  /** Signs a token with which a client can reconnect after its own has expired. */
  refresh({ identity, name, metadata, attributes, video }: Omit<Claims, 'notBefore' | 'signature'>): Promise<string> {
    return this.#sign({ name, metadata, attributes, video }, REFRESHED_FOR, identity);
  }

  /** Signs a webhook by the SHA-256 digest of its body, in base64. */
  signWebhook(sha256: string): Promise<string> {
    return this.#sign({ sha256 }, WEBHOOK_FOR);
  }

  #sign(payload: JWTPayload, lifetime: string, subject?: string): Promise<string> {
    const token = new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(this.apiKey)
      .setNotBefore(new Date())
      .setExpirationTime(lifetime);
    if (subject !== undefined) token.setSubject(subject);
    return token.sign(this.#secret);
  }

  async #read(token: string): Promise<JWTPayload> {
    try {
      const options = { algorithms: ['HS256'], issuer: this.apiKey, requiredClaims: ['exp'] };
      return (await jwtVerify(token, this.#secret, options)).payload;
    } catch (failure) {
      const isExpired = (failure as { code?: string }).code === 'ERR_JWT_EXPIRED';
      throw new InvalidToken(isExpired ? 'The access token has expired.' : 'The access token is invalid.');
    }
  }
}

export const signatureOf = (token: string) => token.slice(token.lastIndexOf('.') + 1);

/** Returns the source with this name in grants; undefined for an unknown name. */
export const sourceNamed = (name: string): TrackSource | undefined =>
  Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined;

/** Returns the name of a source in grants; undefined for `UNKNOWN`. */
export const nameOfSource = (source: TrackSource): string | undefined =>
  Object.keys(SOURCES).find((name) => SOURCES[name] === source);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).filter((entry): entry is [string, string] => {
      return typeof entry[1] === 'string';
    }),
  );

const FLAGS = [
  'roomJoin',
  'roomCreate',
  'roomList',
  'roomAdmin',
  'roomRecord',
  'canPublish',
  'canSubscribe',
  'canPublishData',
  'canUpdateOwnMetadata',
  'hidden',
  'recorder',
] as const;

/** Reads a grant. A value of the wrong type counts as denied, never as the permissive default. */
function grantOf(video: Record<string, unknown>): VideoGrant {
  const flags = FLAGS.filter((name) => video[name] !== undefined).map((name) => [name, video[name] === true] as const);
  const { room, canPublishSources: sources } = video;
  if (room !== undefined && (typeof room !== 'string' || room.length > MAX_NAME_LENGTH))
    throw new InvalidToken('The access token names no valid room.');
  if (sources !== undefined && !(Array.isArray(sources) && sources.every((name) => typeof name === 'string')))
    throw new InvalidToken('The access token names no valid sources.');
  return {
    ...Object.fromEntries(flags),
    ...(room !== undefined && { room }),
    ...(sources !== undefined && { canPublishSources: sources as string[] }),
  };
}
