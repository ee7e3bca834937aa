import { isPromotion, wordsOfAudience, wordsOfAuthor, wordsOfReach, wordsOfReason } from './release-words';

it.each([
  [null, null, null],
  [null, 10, '10%'],
  ['signed-in', null, 'ログイン中の人'],
  ['signed-in', 100, 'ログイン中の人'],
  ['learner, staff', 20, '学習者・スタッフの20%'],
  ['1 tester', 100, '指名した1人'],
  ['12 testers', null, '指名した12人'],
  ['astronauts', null, 'astronauts'],
])('describes the rule %s and the share %s as %s', (rule, percent, words) => {
  expect(wordsOfAudience({ rule, percent })).toBe(words);
});

it('says that a release without a rule or a share reached everybody', () => {
  const line = { rule: null, percent: null };
  expect(wordsOfReach({ ...line, action: 'published' })).toBe('全員');
  expect(wordsOfReach({ ...line, action: 'retired' })).toBeNull();
});

it('calls a release a promotion only in production', () => {
  expect(isPromotion({ action: 'published', environment: 'preview' })).toBe(true);
  expect(isPromotion({ action: 'published', environment: null })).toBe(false);
  expect(isPromotion({ action: 'environment_published', environment: 'preview' })).toBe(false);
});

it.each([
  ['workspace', 'この環境のビルド'],
  ['ren (operator)', 'ren(運用担当)'],
  ['aoi@example.jp', 'aoi@example.jp'],
])('describes the author %s as %s', (who, words) => {
  expect(wordsOfAuthor(who)).toBe(words);
});

it.each([
  ['not live for 30 days', '30日間使われていません'],
  [
    'failed in 6 of 20 (30.0 %) of its page views; what is live in 1 of 40 (2.5 %)',
    '表示20回のうち6回(30.0%)失敗。公開中は40回のうち1回(2.5%)',
  ],
  [
    'failed in 6 of 20 (30.0 %) of its page views; 1.0.0-a before it in 0 of 9 (0.0 %)',
    '表示20回のうち6回(30.0%)失敗。前の1.0.0-aは9回のうち0回(0.0%)',
  ],
  [
    'sent too many requests in 12 of 40 (30.0 %) of its page views; what is live in 0 of 200 (0.0 %)',
    '表示40回のうち12回(30.0%)で通信の繰り返し。公開中は200回のうち0回(0.0%)',
  ],
  ['予約の一覧を直したため', '予約の一覧を直したため'],
])('describes the reason %s as %s', (why, words) => {
  expect(wordsOfReason(why)).toBe(words);
});
