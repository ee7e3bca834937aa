import { formatDateTime } from '@manabiba/shared/format/date-time';
import type { BootData } from '@manabiba/shared/page/boot-data';
import { markLines, wordmarkLetters } from '@manabiba/shared/ui/logo-drawing';
import { millisecondsInMinute } from 'date-fns/constants';

import type { PageFile } from '../rendering/html/page-file';
import { escapeHtml } from '../rendering/html/page-html';

/** An HTML fragment: texts from users or releases are already escaped. */
export interface Html {
  html: string;
}

/** HTML template tag; interpolated texts are escaped, HTML fragments are inserted unchanged. */
export function html(
  parts: TemplateStringsArray,
  ...values: ReadonlyArray<string | number | Html | readonly Html[]>
): Html {
  const written = (value: (typeof values)[number]) =>
    typeof value === 'object'
      ? 'html' in value
        ? value.html
        : value.map((piece) => piece.html).join('')
      : escapeHtml(String(value));
  return { html: parts.reduce((text, part, index) => text + written(values[index - 1] ?? '') + part) };
}

export const badge = (tone: 'plain' | 'action' | 'ok' | 'warn' | 'live', text: string) =>
  html`<span class="badge ${tone}">${text}</span>`;

/** "3分前"; the exact time on hover. */
export function ago(moment: Date, now: Date): Html {
  const minutes = Math.max(0, Math.floor((now.getTime() - moment.getTime()) / millisecondsInMinute));
  const words =
    minutes < 1
      ? 'たった今'
      : minutes < 60
        ? `${minutes}分前`
        : minutes < 1440
          ? `${Math.floor(minutes / 60)}時間前`
          : `${Math.floor(minutes / 1440)}日前`;
  return html`<time datetime="${moment.toISOString()}" title="${formatDateTime(moment, 'Asia/Tokyo')}">${words}</time>`;
}

interface Table {
  title: string;
  note?: string;
  heads: string[];
  rows: readonly Html[][];
  /** Shown instead of a table without rows. */
  empty: string;
}

/**
 * A heading and its table. On a narrow page each row is a card with labelled cells; content that is still too wide
 * scrolls inside its box.
 */
export function section({ title, note, heads, rows, empty }: Table): Html {
  return html`<section>
    <h2>${title}</h2>
    ${note ? html`<p class="note">${note}</p>` : ''}${
      rows.length === 0
        ? html`<p class="empty">${empty}</p>`
        : html` <div class="scroll" tabindex="0" role="region" aria-label="${title}">
            <table role="table">
              <thead role="rowgroup">
                <tr role="row">
                  ${heads.map((head) => html`<th scope="col" role="columnheader">${head}</th>`)}
                </tr>
              </thead>
              <tbody role="rowgroup">
                ${rows.map(
                  (cells) =>
                    html`<tr role="row">
                      ${cells.map((cell, index) => html`<td role="cell" data-head="${heads[index] ?? ''}">${cell}</td>`)}
                    </tr> `,
                )}
              </tbody>
            </table>
          </div>`
    }
  </section> `;
}

interface Page {
  title: string;
  /** Summary of the page and its freshness. */
  note: Html;
  styles: readonly PageFile[];
  theme: BootData['theme'];
  summary: Html;
  sections: readonly Html[];
}

const pages = [
  ['/status', '稼働状況'],
  ['/status/analytics', '利用状況'],
] as const;

/** The product's own logo, as in its header. */
const logo = html`<svg class="mark" width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
    ${markLines.map((line) => html`<path d="${line}" />`)}
    <circle cx="12" cy="8.8" r="1.9" /></svg
  ><svg class="wordmark" width="93" height="24" viewBox="0 -1 93 24" aria-hidden="true">
    ${wordmarkLetters.map(({ left, line }) => html`<path transform="translate(${left} 0)" d="${line}" />`)}
  </svg>`;

/** A page for staff only. It looks like the product and refreshes itself. */
export const staffPage = ({ title, note, styles, theme, summary, sections }: Page): string =>
  html`<!doctype html>
    <html lang="ja" ${theme === 'system' ? '' : html` data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${title} | まなびば</title>
        <meta name="robots" content="noindex" />
        ${styles.map(({ url }) => html`<link rel="stylesheet" href="${url}" /> `)}
        <link rel="stylesheet" href="/media/status.css" />
        <link rel="icon" href="/media/icon.svg" type="image/svg+xml" />
        <script defer src="/media/status.js"></script>
      </head>
      <body>
        <header class="bar">
          <div class="row">
            <a class="logo" href="/" aria-label="まなびば">${logo}</a>${badge('action', 'スタッフ')}
            <nav aria-label="スタッフ用のページ">
              ${pages.map(([path, name]) => html`<a href="${path}" ${name === title ? html` aria-current="page"` : ''}>${name}</a>`)}
            </nav>
          </div>
        </header>
        <main class="status" id="status">
          <h1>${title}</h1>
          <p class="note">${note}</p>
          ${summary} ${sections}
        </main>
      </body>
    </html> `.html;
