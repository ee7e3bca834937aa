import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { OpenIdEngineOptions } from './options';
import type { OpenIdProvider } from './provider';
import { sendPage } from './sign-in-page';

const MAX_FORM_BYTES = 4096;

interface SignInCall {
  provider: OpenIdProvider;
  options: OpenIdEngineOptions;
  request: IncomingMessage;
  response: ServerResponse;
}

/** Shows the page of a sign-in, and leads the browser back once somebody has signed in on it or refused to. */
export async function answerSignIn({ provider, options, request, response }: SignInCall): Promise<void> {
  if (!(await provider.isWaiting(request, response)))
    return sendPage(response, options, {
      status: 404,
      message: 'このログインは始まっていないか、時間が過ぎました。もとのページからやり直してください。',
    });
  if (request.method !== 'POST') return sendPage(response, options, { status: 200, form: { userName: '' } });
  const form = await readForm(request);
  if (form.get('action') === 'refuse') return provider.finish(request, response, null);
  const userName = form.get('userName')?.trim() ?? '';
  const isKnown = userName !== '' && (await options.findAccount(userName)) !== undefined;
  if (!isKnown || !isSame(form.get('password') ?? '', options.password))
    return sendPage(response, options, {
      status: 422,
      form: { userName },
      message: 'ユーザー名かパスワードが正しくありません。',
    });
  await provider.finish(request, response, userName);
}

/** Reads a submitted form. What is too long is cut, and matches nothing. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) if (text.length < MAX_FORM_BYTES) text += String(chunk);
  return new URLSearchParams(text.slice(0, MAX_FORM_BYTES));
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
