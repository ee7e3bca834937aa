import type { ReleaseAction } from './staff-releases';

/* Releases in the words of the staff, for their screens and for /status. */

type Tone = 'plain' | 'action' | 'ok' | 'warn' | 'live';

/** What happened to a release, and how it is highlighted. */
export const releaseActionWords: Readonly<Record<ReleaseAction, { tone: Tone; words: string }>> = {
  published: { tone: 'ok', words: '公開' },
  rollout_started: { tone: 'plain', words: '一部公開' },
  rollout_withdrawn: { tone: 'warn', words: '一部公開の取り下げ' },
  rolled_back: { tone: 'warn', words: '巻き戻し' },
  retired: { tone: 'warn', words: '提供終了' },
  refused: { tone: 'live', words: '却下' },
  gate_skipped: { tone: 'live', words: '検査の省略' },
  files_removed: { tone: 'plain', words: 'ファイルの削除' },
  environment_published: { tone: 'plain', words: 'プレビューへの公開' },
  environment_withdrawn: { tone: 'warn', words: 'プレビューの終了' },
};

/** Failure rate of a release from which it is highlighted. */
export const WORRYING_FAILURE_RATE = 0.01;

const environments: Readonly<Record<string, string>> = { preview: 'プレビュー' };
export const wordOfEnvironment = (environment: string): string => environments[environment] ?? environment;

const kinds: Readonly<Record<string, string>> = {
  learner: '学習者',
  professional: 'プロフェッショナル',
  staff: 'スタッフ',
};

/** For whom a rule of a rollout is. The rule comes as the command says it: `signed-in`, `learner, staff`, `3 testers`. */
function wordsOfRule(rule: string): string {
  const testers = /^(\d+) testers?$/.exec(rule);
  if (testers) return `指名した${testers[1]}人`;
  if (rule === 'signed-in') return 'ログイン中の人';
  return rule
    .split(', ')
    .map((kind) => kinds[kind] ?? kind)
    .join('・');
}

/** Who gets the release in a rollout; null when neither a rule nor a share says so. */
export function wordsOfAudience({ rule, percent }: { rule: string | null; percent: number | null }): string | null {
  if (rule === null) return percent === null ? null : `${percent}%`;
  return percent === null || percent === 100 ? wordsOfRule(rule) : `${wordsOfRule(rule)}の${percent}%`;
}

/** Whom a change of the history reached; null where that says nothing. */
export const wordsOfReach = (line: { action: ReleaseAction } & Parameters<typeof wordsOfAudience>[0]): string | null =>
  wordsOfAudience(line) ?? (line.action === 'published' ? '全員' : null);

/** Whether a release came to production from another environment. */
export const isPromotion = ({ action, environment }: { action: ReleaseAction; environment: string | null }): boolean =>
  environment !== null && (action === 'published' || action === 'rollout_started');

const machines: Readonly<Record<string, string>> = {
  workspace: 'この環境のビルド',
  housekeeping: '自動の整理',
  'error rate': '失敗率の監視',
};

/** The author of a change: a part of the product, or a name as it stands. */
export const wordsOfAuthor = (who: string): string => machines[who] ?? who.replace(/ \(operator\)$/, '(運用担当)');

/** What an automatic withdrawal was for. */
const deeds: Readonly<Record<string, string>> = {
  failed: '失敗',
  'failed on the server': 'でサーバーでの表示に失敗',
  'kept the page busy': 'で操作に応じない時間',
  'sent too many requests': 'で通信の繰り返し',
  'moved what was shown': 'で表示のずれ',
  'put the header out of reach': 'で画面上部の遮り',
  'left or replaced what is not its own': 'で管轄外のデータや機能の変更',
  'failed at a click': 'で操作の失敗',
};
const RATE = String.raw`(\d+) of (\d+) \(([\d.]+) %\)`;
const withdrawal = new RegExp(
  String.raw`^(${Object.keys(deeds).join('|')}) in ${RATE} of its page views; (?:what is live|(\S+) before it) in ${RATE}$`,
);

/** Reasons that the product or the command gives by itself. */
const usualReasons: readonly [RegExp, string][] = [
  [/^built in the workspace$/, '起動時のビルド'],
  [/^rolled back by hand$/, '手動の巻き戻し'],
  [/^retired by hand$/, '手動の提供終了'],
  [/^released by hand$/, '手動の公開'],
  [/^promoted from preview$/, 'プレビューからの昇格'],
  [/^not live for (\d+) days$/, '$1日間使われていません'],
];

/** The reason of a change; one that a person wrote stands as it is. */
export function wordsOfReason(why: string): string {
  const [, deed = '', count, views, rate, before, countBefore, viewsBefore, rateBefore] = withdrawal.exec(why) ?? [];
  if (deed) {
    const other = before === undefined ? '公開中' : `前の${before}`;
    return `表示${views}回のうち${count}回(${rate}%)${deeds[deed]}。${other}は${viewsBefore}回のうち${countBefore}回(${rateBefore}%)`;
  }
  const usual = usualReasons.find(([pattern]) => pattern.test(why));
  return usual ? why.replace(...usual) : why;
}
