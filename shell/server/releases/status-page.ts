import type { FastifyInstance } from 'fastify';
import { escapeHtml, type PageFile } from '../page-html';
import { whoVisits } from '../pages';
import { writeSession } from '../session-cookies';
import type { SessionKeeper } from '../session-keeper';
import type { HistoryRow, ReleaseAction } from './release-history';
import type { ReleaseStore } from './release-store';
import type { Health, RemoteHealth } from './remote-health';

export interface StatusOptions {
  store: ReleaseStore;
  health: RemoteHealth;
  keeper: SessionKeeper;
  /** The shell's own styles: the page looks like the product. */
  styles: readonly PageFile[];
}

const DAY_MS = 86_400_000;
const HISTORY_ROWS = 100;

const actionWords: Record<ReleaseAction, string> = {
  published: '公開', rollout_started: '一部公開', rollout_withdrawn: '一部公開の取り下げ', rolled_back: '巻き戻し', refused: '却下', files_removed: 'ファイルの削除',
};

/** For staff: what is live, what is being rolled out, how it fares, and what has happened. Others get what the shell shows there. */
export function serveStatus(app: FastifyInstance, { store, health, keeper, styles }: StatusOptions): void {
  app.get('/status', async (request, reply) => {
    const { me, tell } = await whoVisits(request, keeper);
    if (tell !== undefined) writeSession(reply, tell);
    if (me?.role !== 'staff') return reply.callNotFound();
    const [entries, rates, history] = await Promise.all([store.entries(), health.rates(new Date(Date.now() - DAY_MS)), store.history(HISTORY_ROWS)]);
    const rateOf = (remote: string, version: string) => rateText(rates.find((row) => row.remote === remote && row.version === version));
    const live = entries.map((entry) => [
      entry.remote, entry.version, rateOf(entry.remote, entry.version),
      entry.rolloutVersion ?? 'なし', entry.rolloutPercent ? `${entry.rolloutPercent} %` : '', entry.rolloutVersion ? rateOf(entry.remote, entry.rolloutVersion) : '',
    ]);
    return reply.headers({ 'cache-control': 'no-store, private', 'content-security-policy': "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'" })
      .type('text/html; charset=utf-8').send(page(styles, [
        table('公開中のリリース(失敗率は24時間)', ['リモート', 'バージョン', '失敗率', '一部公開', '割合', '一部公開の失敗率'], live),
        table('履歴', ['日時', 'リモート', '操作', 'バージョン', 'それまで', '割合', '誰が', '理由'], history.map(historyCells)),
      ]));
  });
}

const historyCells = ({ at, remote, action, version, fromVersion, percent, who, why }: HistoryRow) => [
  at.toLocaleString('ja-JP', { timeZone: 'Asia/Tokyo' }), remote, actionWords[action], version, fromVersion ?? '', percent ? `${percent} %` : '', who, why,
];

function rateText(health: Health | undefined): string {
  if (!health || health.views === 0) return '表示なし';
  return `${((health.failures / health.views) * 100).toFixed(2)} %(${health.views}回中${health.failures}回)`;
}

const table = (title: string, heads: string[], rows: string[][]) => [
  `<section><h2>${escapeHtml(title)}</h2><div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(title)}"><table>`,
  `<thead><tr>${heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead>`,
  ...rows.map((cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`),
  '</table></div></section>',
].join('\n');

const page = (styles: readonly PageFile[], sections: string[]) => [
  '<!doctype html>', '<html lang="ja">', '<head>', '<meta charset="utf-8">', '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<title>稼働状況 | まなびば</title>', '<meta name="robots" content="noindex">',
  ...styles.map(({ url }) => `<link rel="stylesheet" href="${escapeHtml(url)}">`),
  '<link rel="stylesheet" href="/media/status.css">', '<link rel="icon" href="/media/icon.svg" type="image/svg+xml">',
  '</head>', '<body>', '<main class="status">', '<p><a href="/">まなびば</a></p>', '<h1>稼働状況</h1>', ...sections, '</main>', '</body>', '</html>', '',
].join('\n');
