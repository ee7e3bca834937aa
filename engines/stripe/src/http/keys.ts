import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { Form } from './form';
import { StripeError } from './stripe-error';

export interface Keys {
  /** Secret keys of servers, sk_test_… */
  readonly secret: readonly string[];
  /** Publishable keys of browsers, pk_test_… They grant what an object's client_secret allows. */
  readonly publishable: readonly string[];
}

export type KeyKind = 'secret' | 'publishable';

const unauthorized = (message: string, code?: string) => new StripeError({ status: 401, message, code });

/** Returns the kind of key of a request: a bearer token, the basic auth user, or the form field `key`. */
export function keyKindOf(request: IncomingMessage, form: Form, keys: Keys): KeyKind {
  const key = keyOf(request) ?? form.get('key');
  if (typeof key !== 'string' || key === '')
    throw unauthorized(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    );
  if (isOneOf(key, keys.secret)) return 'secret';
  if (isOneOf(key, keys.publishable)) return 'publishable';
  throw unauthorized(`Invalid API Key provided: ${masked(key)}`, 'api_key_invalid');
}

function keyOf({ headers: { authorization } }: IncomingMessage): string | undefined {
  if (!authorization) return undefined;
  const [scheme = '', value = ''] = authorization.split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
  return undefined;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

function isOneOf(key: string, keys: readonly string[]): boolean {
  const given = digest(key);
  return keys.some((known) => timingSafeEqual(given, digest(known)));
}

const masked = (key: string) => (key.length > 12 ? `${key.slice(0, 8)}****${key.slice(-4)}` : '****');
