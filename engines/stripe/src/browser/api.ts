import type { PaymentIntent, PaymentMethod, SetupIntent, StripeError } from '@stripe/stripe-js';

import { inLanguage } from './language';

export interface ApiOptions {
  /** The origin of the engine. */
  readonly origin: string;
  /** The publishable key. */
  readonly key: string;
  readonly account: string | null;
  readonly locale: string;
}

export type ApiResult<T> = { readonly error: StripeError } | { readonly value: T };
export type AnyIntent = PaymentIntent | SetupIntent;
/** A parameter of a call; undefined values are omitted. */
export type Param = Readonly<{ [name: string]: Param }> | boolean | number | string | null | undefined;

/** Encodes parameters as Stripe's API expects: `billing_details[name]=…`. */
export function encode(params: Readonly<Record<string, Param>>): URLSearchParams {
  const form = new URLSearchParams();
  const add = (name: string, value: Param) => {
    if (value === undefined || value === null) return;
    if (typeof value !== 'object') form.append(name, String(value));
    else for (const [part, inner] of Object.entries(value)) add(`${name}[${part}]`, inner);
  };
  for (const [name, value] of Object.entries(params)) add(name, value);
  return form;
}

/** Calls the engine's API with a publishable key. Never rejects: failures are returned as errors in Stripe's shape. */
export async function call<T>(
  { origin, key, account, locale }: ApiOptions,
  method: 'GET' | 'POST',
  path: string,
  params: Readonly<Record<string, Param>>,
): Promise<ApiResult<T>> {
  const form = encode(params);
  const query = method === 'GET' && form.size > 0 ? `?${form.toString()}` : '';
  const headers = { Authorization: `Bearer ${key}`, ...(account && { 'Stripe-Account': account }) };
  try {
    const response = await fetch(`${origin}${path}${query}`, {
      method,
      headers,
      credentials: 'omit',
      ...(method === 'POST' && { body: form }),
    });
    const body = (await response.json()) as T & { error?: StripeError };
    return body.error ? { error: inLanguage(body.error, locale) } : { value: body };
  } catch {
    const message = 'The payment service could not be reached.';
    return { error: inLanguage({ type: 'api_connection_error', code: 'api_connection_error', message }, locale) };
  }
}

/** Returns the id in a client secret: `pi_123_secret_456`. */
export function intentIdOf(clientSecret: string): string {
  const id = /^((?:pi|seti)_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret)?.[1];
  if (!id) throw new Error('The client secret must look like ${id}_secret_${secret}.');
  return id;
}

const pathOf = (clientSecret: string) => {
  const id = intentIdOf(clientSecret);
  return `/v1/${id.startsWith('pi_') ? 'payment' : 'setup'}_intents/${id}`;
};

export const retrieveIntent = (options: ApiOptions, clientSecret: string) =>
  call<AnyIntent>(options, 'GET', pathOf(clientSecret), { client_secret: clientSecret });

export const confirmIntent = (options: ApiOptions, clientSecret: string, params: Readonly<Record<string, Param>>) =>
  call<AnyIntent>(options, 'POST', `${pathOf(clientSecret)}/confirm`, { ...params, client_secret: clientSecret });

export const createMethod = (options: ApiOptions, params: Readonly<Record<string, Param>>) =>
  call<PaymentMethod>(options, 'POST', '/v1/payment_methods', params);
