import { type Health, type HistoryRow, type ReleaseStore, type RemoteHealth, wordsOfRule } from '@manabiba/releases';
import {
  isPromotion,
  releaseActionWords,
  wordOfEnvironment,
  wordsOfAudience,
  wordsOfAuthor,
  wordsOfReach,
  wordsOfReason,
  WORRYING_FAILURE_RATE,
} from '@manabiba/shared/contract/release-words';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { subHours } from 'date-fns';
import type { FastifyInstance } from 'fastify';

import type { AskApi } from '../pages/ask-api';
import type { PolicyReports, PolicyViolation } from '../policy/policy-reports';
import { type Html, html } from '../rendering/html/html-template';
import type { PageFile } from '../rendering/html/page-file';
import { themeOf } from '../sessions/request-identity';
import type { SessionRefresher } from '../sessions/session-refresher';
import { admitStaff } from '../sessions/staff-session';
import { ago, badge, section, staffPage } from './status-html';

export interface StatusOptions {
  store: ReleaseStore;
  health: RemoteHealth;
  violations: PolicyReports;
  refresher: SessionRefresher;
  askApi: AskApi;
  /** The shell's own styles, so that the page looks like the product. */
  styles: readonly PageFile[];
}

type Entry = Awaited<ReturnType<ReleaseStore['entries']>>[number];
type InEnvironment = Awaited<ReturnType<ReleaseStore['environments']['entries']>>[number];

const HISTORY_ROWS = 100;
export const STAFF_PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * For staff: live releases, rollouts, their health, and the history. Others see the page that the shell shows there.
 */
export function serveStatus(
  app: FastifyInstance,
  { store, health, violations, refresher, askApi, styles }: StatusOptions,
): void {
  app.get('/status', async (request, reply) => {
    if (!(await admitStaff(request, reply, { refresher, askApi }))) return reply;
    const now = new Date();
    const [entries, environments, rates, history] = await Promise.all([
      store.entries(),
      store.environments.entries(),
      health.rates(subHours(now, 24)),
      store.history(HISTORY_ROWS),
    ]);
    const stopped = violations.list();
    const rateOf = (remote: string, version: string) =>
      rate(rates.find((row) => row.remote === remote && row.version === version));
    const page = staffPage({
      title: '稼働状況',
      note: html`${formatDateTime(now, 'Asia/Tokyo')} の状況です。表示中は自動で更新されます。`,
      styles,
      theme: themeOf(request),
      summary: summary(entries, rates, stopped),
      sections: [
        section({
          title: '公開中のリリース',
          note: '失敗率は、直近24時間のページの表示のうち、その機能を読み込めなかったか、表示の途中で止まったか、何も表示されなかったものの割合です。全員への公開から30分の間に前のバージョンより増えると、自動で前のバージョンに戻ります。',
          heads: ['リモート', 'バージョン', '失敗率', '一部公開', '一部公開の失敗率'],
          empty: '公開中のリリースはありません。',
          rows: entries.map((entry) => liveCells(entry, rateOf, now)),
        }),
        section({
          title: 'プレビュー環境',
          note: 'リンクから開いた人だけに表示しています。本番に昇格すると、同じファイルがそのまま公開されます。ここにない機能は、公開中のリリースが表示されます。',
          heads: ['環境', 'リモート', 'バージョン', '公開中のバージョン', '置いた日時'],
          empty: 'プレビュー環境だけのリリースはありません。',
          rows: environments.map((each) => environmentCells(each, entries, now)),
        }),
        section({
          title: 'コンテンツポリシーで止めたもの',
          note: 'このサーバーの起動後に、ブラウザから報告されたものです。',
          heads: ['種類', '止めたもの', 'ページ', '回数', '最後'],
          empty: '報告はありません。',
          rows: stopped.map((violation) => violationCells(violation, now)),
        }),
        section({
          title: '履歴',
          heads: ['日時', 'リモート', '操作', 'バージョン', 'それまで', '割合', '誰が', '理由'],
          empty: '履歴はまだありません。',
          rows: history.map((row) => historyCells(row, now)),
        }),
      ],
    });
    return reply
      .headers({ 'cache-control': 'no-store, private', 'content-security-policy': STAFF_PAGE_POLICY })
      .type('text/html; charset=utf-8')
      .send(page);
  });
}

/** Overview of the current status. */
function summary(entries: readonly Entry[], rates: readonly Health[], stopped: readonly PolicyViolation[]): Html {
  const views = Math.max(
    0,
    ...entries.map(({ remote }) =>
      rates.filter((row) => row.remote === remote).reduce((sum, row) => sum + row.views, 0),
    ),
  );
  const failures = rates.reduce((sum, row) => sum + row.failures, 0);
  const figures: [string, string][] = [
    ['公開中', `${entries.filter(({ isRetired }) => !isRetired).length}件`],
    ['一部公開', `${entries.filter(({ rolloutVersion }) => rolloutVersion).length}件`],
    ['24時間の表示', `${views.toLocaleString('ja-JP')}回`],
    ['24時間の失敗', `${failures.toLocaleString('ja-JP')}回`],
    ['ポリシー違反', `${stopped.reduce((sum, { count }) => sum + count, 0).toLocaleString('ja-JP')}件`],
  ];
  return html`<dl class="figures">
    ${figures.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function liveCells(entry: Entry, rateOf: (remote: string, version: string) => Html, now: Date): Html[] {
  const { remote, version, rolloutVersion, rolloutSince, isRetired } = entry;
  return [
    html`<strong>${remote}</strong>`,
    isRetired ? html`${badge('warn', '提供終了')} ${code(version)}` : code(version),
    rateOf(remote, version),
    rolloutVersion
      ? html`${badge('plain', reachOf(entry))}
        ${code(rolloutVersion)}${rolloutSince ? html` ${ago(rolloutSince, now)}から` : ''}`
      : none,
    rolloutVersion ? rateOf(remote, rolloutVersion) : none,
  ];
}

const environmentCells = (
  { environment, remote, version, since }: InEnvironment,
  entries: readonly Entry[],
  now: Date,
): Html[] => {
  const live = entries.find((entry) => entry.remote === remote && !entry.isRetired);
  return [
    badge('action', wordOfEnvironment(environment)),
    html`<strong>${remote}</strong>`,
    code(version),
    live ? code(live.version) : none,
    ago(since, now),
  ];
};

/** The audience of a rollout. */
const reachOf = ({ rolloutRule: rule, rolloutPercent }: Entry): string =>
  wordsOfAudience({ rule: rule && wordsOfRule(rule), percent: rolloutPercent ?? 0 }) ?? '';

const violationCells = ({ directive, blocked, page, count, lastAt }: PolicyViolation, now: Date) => [
  code(directive),
  html`${blocked || '不明'}`,
  html`${page}`,
  html`${count.toLocaleString('ja-JP')}回`,
  ago(lastAt, now),
];

const historyCells = (row: HistoryRow, now: Date) => [
  ago(row.at, now),
  html`${row.remote}`,
  actionCell(row),
  code(row.version),
  row.fromVersion ? code(row.fromVersion) : none,
  shareCell(row),
  html`${wordsOfAuthor(row.who)}${row.approvedBy ? `(承認: ${row.approvedBy})` : ''}`,
  html`<span class="why">${wordsOfReason(row.why)}</span>`,
];

function actionCell(row: HistoryRow): Html {
  const { tone, words } = releaseActionWords[row.action];
  return html`${badge(tone, words)}${isPromotion(row) ? html` ${badge('action', '昇格')}` : ''}`;
}

function shareCell(row: HistoryRow): Html {
  const words = wordsOfReach(row);
  return words === null ? none : html`${words}`;
}

const none = html`<span class="none">なし</span>`;
const code = (text: string) => html`<code>${text}</code>`;

function rate(health: Health | undefined): Html {
  if (!health || health.views === 0) return html`<span class="none">表示なし</span>`;
  const share = health.failures / health.views;
  return html`${badge(share >= WORRYING_FAILURE_RATE ? 'warn' : 'ok', `${(share * 100).toFixed(2)}%`)}
  ${health.views.toLocaleString('ja-JP')}回中${health.failures.toLocaleString('ja-JP')}回`;
}
