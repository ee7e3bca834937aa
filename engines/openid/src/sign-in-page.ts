import type { ServerResponse } from 'node:http';

import type { OpenIdEngineOptions } from './options';

interface SignInPage {
  status: number;
  /** What went wrong. */
  message?: string;
  /** The form with what was typed; without it the page has only the message. */
  form?: { userName: string };
}

/** The form leads to the client by a redirect, which browsers hold to the policy as well: it names no `form-action`. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** Responds with the sign-in page. */
export function sendPage(response: ServerResponse, options: OpenIdEngineOptions, page: SignInPage): void {
  response.writeHead(page.status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  response.end(htmlOf(options, page));
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function htmlOf(
  { organisation, password, exampleUserName }: OpenIdEngineOptions,
  { message, form }: SignInPage,
): string {
  const error = message === undefined ? '' : `<p class="error" role="alert">${escape(message)}</p>`;
  const fields = form
    ? `<form method="post">
<label for="user-name">ユーザー名(学籍番号)</label><input id="user-name" name="userName" value="${escape(form.userName)}" autocomplete="username" autocapitalize="none" spellcheck="false" autofocus>
<label for="password">パスワード</label><input id="password" name="password" type="password" autocomplete="current-password">
<button class="primary" name="action" value="sign-in">ログイン</button><button name="action" value="refuse">やめて戻る</button>
</form>
<p class="note">開発用のページです。たとえばユーザー名 <code>${escape(exampleUserName)}</code>、パスワード <code>${escape(password)}</code> でログインできます。</p>`
    : '';
  return `<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>ログイン | ${escape(organisation)}</title><style>${STYLE}</style></head>
<body><main><p class="name">${escape(organisation)}</p><h1>学校のアカウントでログイン</h1>${error}${fields}</main></body></html>`;
}

/** Readable on a phone, in light and dark. Unlike the product's own pages: pupils see that they are elsewhere. */
const STYLE = `
:root{color-scheme:light dark;--ground:#EAF1EC;--surface:#FFF;--edge:#6F8177;--ink:#1B2A22;--soft:#4C5F54;--action:#1C6B45;--action-ink:#FFF;--error:#B3261E}
@media(prefers-color-scheme:dark){:root{--ground:#101713;--surface:#19231D;--edge:#7C8F84;--ink:#E7F0EA;--soft:#A6B8AD;--action:#7FD1A6;--action-ink:#0B130E;--error:#FF8A80}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--ground);color:var(--ink);font:1rem/1.7 "Hiragino Sans","Noto Sans JP","Noto Sans CJK JP","Yu Gothic UI",system-ui,sans-serif}
main{width:100%;max-width:420px;padding:32px 24px;background:var(--surface);border-radius:12px}
.name{margin:0;color:var(--soft);font-size:.875rem}
h1{margin:0 0 16px;font-size:1.375rem;line-height:1.35}
form{display:grid;gap:4px}
label{font-size:.875rem}
input,button{font:inherit;width:100%;min-height:44px;padding:0 12px;border-radius:6px;border:1px solid var(--edge);background:var(--surface);color:var(--ink)}
input{margin-bottom:12px}
button{margin-top:8px;cursor:pointer}
.primary{border-color:var(--action);background:var(--action);color:var(--action-ink);font-weight:600}
:focus-visible{outline:2px solid var(--action);outline-offset:2px}
.error{margin:0 0 16px;color:var(--error)}
.note{margin:24px 0 0;color:var(--soft);font-size:.875rem}
code{overflow-wrap:anywhere}
`.replaceAll('\n', '');
