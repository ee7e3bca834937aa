import type { AnalyticsCount } from '@manabiba/shared/contract/analytics';
import { lightFormat, parseISO, subDays } from 'date-fns';

/** Steps of the funnel, in order. */
export const labels: readonly { label: AnalyticsCount['label']; words: string }[] = [
  { label: 'CreateAccount', words: '未登録' },
  { label: 'PurchaseEvent', words: '登録済み' },
  { label: 'Subscription', words: '学生' },
  { label: 'JoinEvent', words: 'プラン会員' },
];
export const groups = [
  { prefix: 'view_', words: '表示' },
  { prefix: 'click_', words: 'クリック' },
  { prefix: 'form_fill_', words: '入力の開始' },
] as const;

const nameWords: Readonly<Record<AnalyticsCount['name'], string>> = {
  view_top: 'トップページ',
  view_classroom: '教室',
  view_event: 'イベント',
  view_archive: 'アーカイブ',
  view_profile: 'プロフィール',
  view_plans: 'プラン',
  view_signin: 'ログイン',
  view_checkout: 'お申し込み',
  click_create_classroom: '教室をつくる',
  click_join_classroom: '教室に参加する',
  click_reserve_classroom: '教室を予約する',
  click_follow: 'フォローする',
  click_share: '共有',
  click_event_cta: 'イベントの申し込みボタン',
  click_plan_cta: 'プランの申し込みボタン',
  click_watch_archive: 'アーカイブを見る',
  click_bell: 'お知らせのベル',
  click_close_notice: 'お知らせを閉じる',
  form_fill_signup: '新規登録',
  form_fill_signin: 'ログイン',
  form_fill_create_classroom: '教室をつくる',
  form_fill_checkout: 'お申し込み',
  form_fill_subscription: 'プランの申し込み',
  form_fill_profile: 'プロフィール',
  form_fill_resubmission: '書類の再提出',
};

type Row = AnalyticsCount;

export const totalOf = (rows: readonly Pick<Row, 'count'>[]): number => rows.reduce((sum, { count }) => sum + count, 0);

const countsOf = (rows: readonly Row[]) => ({
  count: totalOf(rows),
  ofLabels: labels.map(({ label }) => totalOf(rows.filter((row) => row.label === label))),
});

/** Counts by action, the most frequent first. */
export function byName(rows: readonly Row[]) {
  const names = [...new Set(rows.map(({ name }) => name))];
  return names
    .map((name) => ({
      name,
      words: nameWords[name],
      group: groups.find(({ prefix }) => name.startsWith(prefix))?.words ?? '',
      ...countsOf(rows.filter((row) => row.name === name)),
    }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}

/** One row per day, including days without data. */
export const byDay = (rows: readonly Row[], days: readonly string[]) =>
  days.map((day) => ({ day, ...countsOf(rows.filter((row) => row.day === day)) }));

/** The last 30 days as yyyy-MM-dd, the latest first. */
export const lastDays = (today: string): string[] =>
  Array.from({ length: 30 }, (_all, back) => lightFormat(subDays(parseISO(today), back), 'yyyy-MM-dd'));
