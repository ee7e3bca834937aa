import { type Html, html } from './html';
import type { PageAnswer } from './pages';

interface PageOptions {
  readonly title: string;
  readonly body: Html;
  /** The frame-ancestors of the page; none by default. */
  readonly isFramed?: boolean;
  readonly script?: 'card-fields.js' | 'challenge-done.js';
  readonly status?: number;
  /** The class of the body. */
  readonly look?: 'bare' | 'wide';
}

/** Everything is loaded from the engine's own origin; no inline scripts or styles. */
const POLICY = ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "base-uri 'none'"];

/** Renders an HTML page. */
export function page({ title, body, isFramed = false, script, status = 200, look }: PageOptions): PageAnswer {
  const document = html`<!doctype html>
    <html lang="ja">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        <link rel="stylesheet" href="/assets/pages.css" />
      </head>
      <body${look ? html` class="${look}"` : ''}>
        ${body}${script ? html`<script src="/assets/${script}"></script>` : ''}
      </body>
    </html>`;
  // A form may redirect to another origin: back to the shop.
  const policy = isFramed ? POLICY : [...POLICY, "frame-ancestors 'none'"];
  return {
    status,
    headers: { 'Content-Security-Policy': policy.join('; '), 'Referrer-Policy': 'no-referrer' },
    body: document.text,
  };
}

export const redirect = (address: string): PageAnswer => ({ status: 303, headers: { Location: address }, body: '' });

/** Formats 1,500円 from a currency's smallest unit; yen has no smaller one. */
export const money = (amount: number, currency: string): string =>
  currency === 'jpy'
    ? `${amount.toLocaleString('ja-JP')}円`
    : `${(amount / 100).toLocaleString('ja-JP', { minimumFractionDigits: 2 })} ${currency.toUpperCase()}`;

const JAPAN: Intl.DateTimeFormatOptions = { timeZone: 'Asia/Tokyo', hourCycle: 'h23' };

/** 11月24日(火) 23:59 */
export const moment = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleString('ja-JP', {
    ...JAPAN,
    month: 'long',
    day: 'numeric',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
