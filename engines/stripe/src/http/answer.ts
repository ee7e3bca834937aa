import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Pages } from '../pages/pages';
import { newId } from '../work/ids';
import type { RequestIds, Work, WorkOptions } from '../work/work';
import { readBody } from './body';
import { type Answer, execute, type Executing, fingerprintOf } from './execute';
import { decodeForm, type Form } from './form';
import { keyKindOf, type Keys } from './keys';
import type { Match } from './router';
import { StripeError } from './stripe-error';

export interface Answering {
  readonly keys: Keys;
  readonly apiVersion: string;
  readonly findRoute: (method: string, pathname: string) => Match;
  readonly storage: Executing['storage'];
  readonly includable: Executing['includable'];
  readonly nowMs: () => number;
  readonly keysInUse: Executing['keysInUse'];
  readonly workOptions: (transaction: WorkOptions['transaction'], account: string, asked: RequestIds) => WorkOptions;
  /** Throws when the account is not connected. */
  readonly checkAccount: (work: Work, account: string) => Promise<unknown>;
  readonly pages: Pages;
  /** Called after every call that may have changed something. */
  readonly onChanged: () => void;
  readonly onFailure: (failure: unknown, request: IncomingMessage) => void;
}

const MAX_URL_CHARACTERS = 16_384;
const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Stripe-Account, Stripe-Version',
  'Access-Control-Expose-Headers': 'Request-Id, Stripe-Should-Retry',
  'Access-Control-Max-Age': '7200',
};

/** Creates the request listener: API calls under /v1, and the engine's pages. */
export function answerRequests(answering: Answering) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = newId('req');
    try {
      const url = addressOf(request);
      if (!url.pathname.startsWith('/v1/')) {
        await answering.pages.answer(request, response, url);
        return;
      }
      // CORS is open because cookies are not used: any page may call with a key.
      for (const [name, value] of Object.entries(CORS_HEADERS)) response.setHeader(name, value);
      if (request.method === 'OPTIONS') response.writeHead(204).end();
      else respond(response, requestId, await answerCall(answering, request, url, requestId), answering, request);
    } catch (failure) {
      if (!(failure instanceof StripeError)) answering.onFailure(failure, request);
      const refusal = failure instanceof StripeError ? failure : internal();
      respond(response, requestId, { status: refusal.status, body: JSON.stringify(refusal.body) }, answering, request);
    }
  };
}

const internal = () =>
  new StripeError({
    status: 500,
    type: 'api_error',
    message: 'An unknown error occurred. The log of the engine has it.',
  });

async function answerCall(
  answering: Answering,
  request: IncomingMessage,
  url: URL,
  requestId: string,
): Promise<Answer> {
  const body = await readBody(request);
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
  if (body !== '' && !isForm)
    throw new StripeError({ status: 400, message: 'Send parameters as application/x-www-form-urlencoded.' });
  const query = url.search.slice(1);
  const form = decodeForm([query, body].filter((part) => part !== '').join('&'));
  const key = keyKindOf(request, form, answering.keys);
  const { route, ids } = answering.findRoute(request.method ?? '', url.pathname);
  if (key === 'publishable' && !route.isPublishable)
    throw new StripeError({
      status: 403,
      code: 'secret_key_required',
      message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
    });
  const account = accountOf(request, form);
  dropTransport(form);
  const handle = route.prepare(form, ids, key);
  const run = async (work: Work) => {
    if (account !== '') await answering.checkAccount(work, account);
    return handle(work);
  };
  const idempotencyKey = headerOf(request, 'idempotency-key');
  const isRead = route.method === 'GET';
  const answer = await execute(
    {
      ...answering,
      workOptions: (transaction) => answering.workOptions(transaction, account, { requestId, idempotencyKey }),
    },
    {
      isRead,
      account,
      idempotencyKey: isRead ? null : idempotencyKey,
      fingerprint: fingerprintOf(route.method, url.pathname, query, body),
      expand: expandOf(form),
      run,
    },
  );
  if (!isRead) answering.onChanged();
  return answer;
}

/** Drops the fields that browser scripts send instead of headers. */
function dropTransport(form: Form): void {
  for (const name of ['key', '_stripe_account', '_stripe_version']) form.delete(name);
}

function expandOf(form: Form): string[] {
  const paths = form.get('expand');
  return paths instanceof Map ? [...paths.values()].filter((path) => typeof path === 'string') : [];
}

function accountOf(request: IncomingMessage, form: Form): string {
  const named = headerOf(request, 'stripe-account') ?? form.get('_stripe_account') ?? '';
  if (typeof named !== 'string' || !/^(acct_[A-Za-z0-9]{1,64})?$/.test(named))
    throw new StripeError({ status: 403, code: 'account_invalid', message: 'The account is not one of the platform.' });
  return named;
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Throws an invalid request error when the URL cannot be parsed. */
function addressOf({ url = '/' }: IncomingMessage): URL {
  if (url.length > MAX_URL_CHARACTERS) throw new StripeError({ status: 414, message: 'The address is too long.' });
  try {
    return new URL(url, 'http://engine');
  } catch {
    throw new StripeError({ status: 400, message: 'The address of the request cannot be read.' });
  }
}

function respond(
  response: ServerResponse,
  requestId: string,
  { status, body, isReplay }: Answer,
  { apiVersion }: Answering,
  request: IncomingMessage,
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const version = request.headers['stripe-version'];
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-cache, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Request-Id': requestId,
    'Stripe-Version': typeof version === 'string' && /^[\w.-]{1,40}$/.test(version) ? version : apiVersion,
    ...(isReplay ? { 'Idempotent-Replayed': 'true' } : {}),
    ...(status === 409 ? { 'Stripe-Should-Retry': 'true' } : {}),
    // Unread data of a rejected request would corrupt the next one on this connection.
    ...(request.complete ? {} : { Connection: 'close' }),
  });
  response.end(body);
}
