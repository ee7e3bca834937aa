import { formatDateTime } from '@manabiba/shared/format/date-time';
import type { BootData } from '@manabiba/shared/page/boot-data';
import { differenceInMinutes } from 'date-fns';

import { type Html, html } from '../rendering/html/html-template';
import { LOGO } from '../rendering/html/logo-html';
import type { PageFile } from '../rendering/html/page-file';

export const badge = (tone: 'plain' | 'action' | 'ok' | 'warn' | 'live', text: string) =>
  html`<span class="badge ${tone}">${text}</span>`;

/** "3分前"; the exact time on hover. */
export function ago(moment: Date, now: Date): Html {
  const minutes = Math.max(0, differenceInMinutes(now, moment));
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
            <a class="logo" href="/" aria-label="まなびば">${LOGO}</a>${badge('action', 'スタッフ')}
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
