import type { AnalyticsCount } from '@manabiba/shared/contract/analytics';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { AskApi } from '../pages/ask-api';
import { type Html, html } from '../rendering/html/html-template';
import type { PageFile } from '../rendering/html/page-file';
import { themeOf } from '../sessions/request-identity';
import type { SessionRefresher } from '../sessions/session-refresher';
import { admitStaff } from '../sessions/staff-session';
import { badge, section, staffPage } from '../status/status-html';
import { STAFF_PAGE_POLICY } from '../status/status-page';
import { byDay, byName, groups, labels, lastDays, totalOf } from './analytics-counts';

interface AnalyticsPageOptions {
  refresher: SessionRefresher;
  askApi: AskApi;
  styles: readonly PageFile[];
  /** Firebase counts from now on; this page shows what was counted before. */
  isElsewhere: boolean;
}

interface Counts {
  today: string;
  items: readonly AnalyticsCount[];
}

/**
 * For staff: what users who consented to analytics did in the last 30 days. Others see the page that the shell shows
 * there.
 */
export function serveAnalyticsPage(
  app: FastifyInstance,
  { refresher, askApi, styles, isElsewhere }: AnalyticsPageOptions,
): void {
  async function countsFor({ ip: address }: FastifyRequest, token: string): Promise<Counts | null> {
    const { status, body } = await askApi({ method: 'GET', path: '/v1/staff/analytics', address, token });
    return status === 200 ? (body as Counts) : null;
  }

  app.get('/status/analytics', async (request, reply) => {
    const staff = await admitStaff(request, reply, { refresher, askApi });
    if (!staff) return reply;
    const counts = await countsFor(request, staff.token);
    const page = staffPage({
      title: '利用状況',
      styles,
      theme: themeOf(request),
      note: html`${formatDateTime(new Date(), 'Asia/Tokyo')}
      の状況です。計測に同意した方(12歳以下の方を除く)の、直近30日間の操作を数えています。だれの操作かは記録していません。${isElsewhere ? html`現在の操作はFirebase Analyticsに記録され、ここには加わりません。` : ''}`,
      summary: counts
        ? summary(counts)
        : html`<p class="empty" role="alert">集計を読み込めませんでした。しばらくしてからもう一度お試しください。</p>`,
      sections: counts ? sections(counts) : [],
    });
    return reply
      .code(counts ? 200 : 503)
      .headers({ 'cache-control': 'no-store, private', 'content-security-policy': STAFF_PAGE_POLICY })
      .type('text/html; charset=utf-8')
      .send(page);
  });

  app.get('/status/analytics.csv', async (request, reply) => {
    const staff = await admitStaff(request, reply, { refresher, askApi });
    if (!staff) return reply;
    const counts = await countsFor(request, staff.token);
    if (!counts) return reply.callNotFound();
    const lines = [
      ['day', 'name', 'label', 'count'],
      ...counts.items.map(({ day, name, label, count }) => [day, name, label, count]),
    ];
    return reply
      .headers({
        'cache-control': 'no-store, private',
        'content-disposition': `attachment; filename="analytics-${counts.today}.csv"`,
      })
      .type('text/csv; charset=utf-8')
      .send(lines.map((line) => `${line.join(',')}\r\n`).join(''));
  });
}

const times = (count: number) => `${count.toLocaleString('ja-JP')}回`;

function summary({ today, items }: Counts): Html {
  const figures: [string, number][] = [
    ['30日間', totalOf(items)],
    ['きょう', totalOf(items.filter(({ day }) => day === today))],
    ...groups.map(({ prefix, words }): [string, number] => [
      words,
      totalOf(items.filter(({ name }) => name.startsWith(prefix))),
    ]),
  ];
  return html`<dl class="figures">
    ${figures.map(
      ([name, count]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${times(count)}</dd>
        </div>`,
    )}
  </dl>`;
}

function sections({ today, items }: Counts): Html[] {
  const names = byName(items);
  const most = Math.max(1, ...names.map(({ count }) => count));
  const days = byDay(items, lastDays(today));
  const busiest = Math.max(1, ...days.map(({ count }) => count));
  const heads = [...labels.map(({ words }) => words), '合計', ''];
  const cells = (row: { count: number; ofLabels: readonly number[] }, full: number) => [
    ...row.ofLabels.map((count) => html`${count.toLocaleString('ja-JP')}`),
    html`<strong>${times(row.count)}</strong>`,
    bar(row.count / full),
  ];
  return [
    section({
      title: '操作ごと',
      note: `列は、操作した方の段階です。${labels.map(({ label, words }) => `${words}: ${label}`).join('、')}。`,
      heads: ['操作', '種類', ...heads],
      empty: 'まだ記録はありません。計測に同意した方の操作が、ここに集まります。',
      rows: names.map((row) => [
        html`${row.words} <code>${row.name}</code>`,
        badge('plain', row.group),
        ...cells(row, most),
      ]),
    }),
    section({
      title: '日ごと',
      heads: ['日', ...heads],
      empty: 'まだ記録はありません。',
      rows:
        items.length === 0
          ? []
          : days.map((row) => [
              html`<time datetime="${row.day}">${row.day.replaceAll('-', '/')}</time>`,
              ...cells(row, busiest),
            ]),
    }),
    ...(items.length === 0
      ? []
      : [html`<p class="note"><a href="/status/analytics.csv" download>CSVでダウンロード</a></p>`]),
  ];
}

/** Bar of a value relative to the largest one; its figure is next to it. */
const bar = (share: number) =>
  html`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect width="${Math.round(share * 100)}" height="8" />
  </svg>`;
