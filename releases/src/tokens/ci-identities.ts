import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';

import { remoteName } from '../store/release-manifest';
import { ReleaseRefusal } from '../store/release-refusal';
import type { Holder } from './holder';

/** Whoever could answer in place of the issuer could release. */
const isSafe = ({ protocol, hostname }: URL) => protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname);

/** Which runs of a CI may release a remote. */
const ciRule = z.strictObject({
  /** OpenID Connect issuer of the CI, as in the `iss` of its tokens. */
  issuer: z
    .string()
    .check(z.refine((value) => URL.canParse(value) && isSafe(new URL(value)), { error: 'must be an https address' })),
  /** The audience that CI tokens must name: usually the address of this product. */
  audience: z.string().check(z.minLength(1)),
  /** Absent: all remotes. */
  remote: z.optional(remoteName),
  /** Claims that a token must have: `{ repository: 'example/mf-events', ref: 'refs/heads/main' }`. */
  claims: z
    .record(z.string(), z.string())
    .check(
      z.refine((claims) => Object.keys(claims).length > 0, {
        error: 'must name a claim: without one every run of the issuer could release',
      }),
    ),
});
export type CiRule = z.infer<typeof ciRule>;

/** The setting RELEASE_CI: rules as JSON, because each has several parts. */
export const ciRules = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value: string, context): unknown => {
      try {
        return JSON.parse(value);
      } catch {
        context.issues.push({ code: 'custom', message: 'must be JSON', input: value });
        return z.NEVER;
      }
    }),
  ),
  z.array(ciRule),
);

/** Signatures that only the issuer can make. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'];
/** Clocks may differ by this much, in seconds. */
const TOLERANCE_SECONDS = 30;
/** Time for the issuer to answer, in milliseconds. */
const PATIENCE_MS = 5000;

export type CiIdentities = ReturnType<typeof createCiIdentities>;

/**
 * Recognises runs of a CI by the ID tokens that it gives them, so that a team needs no secret to keep. The keys are
 * those that the issuer publishes.
 */
export function createCiIdentities(rules: readonly CiRule[]) {
  const keysOf = new Map<string, Promise<JWTVerifyGetKey>>();

  function keys(issuer: string): Promise<JWTVerifyGetKey> {
    const known = keysOf.get(issuer);
    if (known) return known;
    const reading = readKeys(issuer);
    keysOf.set(issuer, reading);
    // The next call tries again.
    reading.catch(() => keysOf.delete(issuer));
    return reading;
  }

  return {
    /**
     * Returns what a token lets its run do, or the sentence with which it is rejected; undefined for a text that is no
     * ID token of a configured issuer. Throws (503) when the issuer cannot be reached.
     */
    async holderOf(token: string): Promise<Holder | string | undefined> {
      const issuer = issuerOf(token);
      const ofIssuer = rules.filter((rule) => rule.issuer === issuer);
      if (issuer === undefined || ofIssuer.length === 0) return undefined;
      try {
        const { payload } = await jwtVerify(token, await keys(issuer), {
          issuer,
          audience: [...new Set(ofIssuer.map(({ audience }) => audience))],
          algorithms: ALGORITHMS,
          requiredClaims: ['exp', 'sub'],
          clockTolerance: TOLERANCE_SECONDS,
        });
        const rule = ofIssuer.find((each) => isFor(payload, each));
        if (!rule) return `${payload.sub} may release nothing: its claims fit no rule of RELEASE_CI.`;
        return { kind: 'ci', person: `ci ${payload.sub}`, remote: rule.remote ?? null, tokenId: null };
      } catch (error) {
        if (isOutage(error)) throw new ReleaseRefusal(`The keys of ${issuer} cannot be read at the moment.`, 503);
        return `This ID token is not accepted: ${(error as Error).message}.`;
      }
    },
  };
}

const isFor = (payload: JWTPayload, { audience, claims }: CiRule) =>
  [payload.aud].flat().includes(audience) && Object.entries(claims).every(([name, value]) => payload[name] === value);

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

class Unreachable extends Error {}

/** Errors that are not about the token. */
const isOutage = (error: unknown) =>
  error instanceof Unreachable || error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError);

/** Source: OpenID Connect Discovery 1.0, 4. */
async function readKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' });
  if (!answer.ok) throw new Unreachable(`${address} answered ${answer.status}`);
  const { data } = z
    .object({ issuer: z.literal(issuer), jwks_uri: z.string() })
    .safeParse(await answer.json().catch(() => null));
  if (!data) throw new Unreachable(`${address} is not the configuration of this issuer`);
  return createRemoteJWKSet(new URL(data.jwks_uri), { timeoutDuration: PATIENCE_MS });
}
