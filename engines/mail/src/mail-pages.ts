import type { IncomingMessage, ServerResponse } from 'node:http';

import type { CaughtMail } from './caught-mail';
import type { MailBox } from './mail-box';
import { pageStyle } from './page-style';

interface PageCall {
  box: MailBox;
  productName: string;
  request: IncomingMessage;
  response: ServerResponse;
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Content security policy for mail content: it runs and loads nothing; links open in a new tab. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/** Handles one request: the list, a mail, its HTML, JSON, or clearing all mails. */
export async function answerPage({ box, productName, request, response }: PageCall): Promise<void> {
  const send = (status: number, type: string, body: string, policy = PAGE_POLICY) => {
    response.writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  const page = (status: number, title: string, body: string) =>
    send(status, 'text/html', pageOf(productName, title, body));
  if (!isMeantForUs(request)) return send(421, 'text/plain', 'Misdirected request');
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const to = searchParams.get('to') ?? undefined;
  if (request.method === 'POST' && pathname === '/clear' && isSameOrigin(request)) {
    await box.clear();
    response.writeHead(303, { location: '/' });
    response.end();
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'text/plain', 'Method not allowed');
  if (pathname === '/mails.json') return send(200, 'application/json', JSON.stringify({ mails: box.list(to) }));
  if (pathname === '/') return page(200, '届いたメール', listBody(box.list(to), to));
  const [, id = '', part] = /^\/mails\/([\w-]+)(\/html)?$/.exec(pathname) ?? [];
  const mail = box.find(id);
  if (!mail)
    return page(
      404,
      'メールが見つかりません',
      '<p class="empty">メールが見つかりません。</p><p><a href="/">一覧へ戻る</a></p>',
    );
  if (part) return send(200, 'text/html', withBlankLinks(mail.html), MAIL_POLICY);
  page(200, mail.subject, mailBody(mail));
}

/** Protects against DNS rebinding: only host names of this machine are answered. */
function isMeantForUs({ headers, socket }: IncomingMessage): boolean {
  const name = (headers.host ?? '').replace(/:\d+$/, '');
  return ['localhost', '127.0.0.1', '[::1]'].includes(name) || name === socket.localAddress;
}

function isSameOrigin({ headers }: IncomingMessage): boolean {
  return headers.origin === undefined || headers.origin === `http://${headers.host}`;
}

const withBlankLinks = (html: string) => `<base target="_blank">${html}`;

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function pageOf(productName: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} | ${escape(productName)} メール</title><style>${pageStyle}</style></head>
<body><header><a href="/">${escape(productName)} メール</a><span>開発用: ここに届いたメールは、どこにも送信されません。</span></header>
<main>${body}</main></body></html>`;
}

function listBody(mails: CaughtMail[], to: string | undefined): string {
  const search = `<form class="search" action="/"><label for="to">宛先</label><input id="to" name="to" type="email" value="${escape(to ?? '')}" placeholder="すべて"><button>絞り込む</button></form>`;
  const clear =
    mails.length > 0 && to === undefined
      ? '<form method="post" action="/clear"><button>すべて削除</button></form>'
      : '';
  const rows = mails.map(
    (mail) =>
      `<li><a href="/mails/${mail.id}"><strong>${escape(mail.subject || '(件名なし)')}</strong><span>${escape(mail.to.join(', '))}</span><time datetime="${mail.receivedAt}">${timeInJapan(mail.receivedAt)}</time></a></li>`,
  );
  const list =
    rows.length > 0 ? `<ul class="mails">${rows.join('')}</ul>` : '<p class="empty">メールはありません。</p>';
  return `<h1>届いたメール</h1><div class="tools">${search}${clear}</div>${list}`;
}

function mailBody(mail: CaughtMail): string {
  const line = (name: string, value: string) => `<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const html =
    mail.html === ''
      ? ''
      : `<h2>HTML</h2><iframe title="メールの本文(HTML)" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mails/${mail.id}/html"></iframe>`;
  return `<p><a href="/">一覧へ戻る</a></p><h1>${escape(mail.subject || '(件名なし)')}</h1>
<dl>${line('差出人', escape(mail.from))}${line('宛先', escape(mail.to.join(', ')))}${line('受信', `<time datetime="${mail.receivedAt}">${timeInJapan(mail.receivedAt)}</time>`)}</dl>
${html}<h2>テキスト</h2><pre>${withLinks(mail.text)}</pre>
<details><summary>ヘッダー</summary><pre>${escape(mail.headers.map(({ name, value }) => `${name}: ${value}`).join('\n'))}</pre></details>`;
}

/** Turns web addresses into links; everything else stays text. */
const withLinks = (text: string) =>
  escape(text).replaceAll(
    /https?:\/\/[^\s<>"]+/g,
    (url) => `<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>`,
  );

const timeInJapan = (iso: string) =>
  new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(iso),
  );
