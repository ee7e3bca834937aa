import type { KnownPage } from '../../pages/known-pages';
import { noScriptOf } from './no-script';

const PARTS = [{ remote: 'mf-classrooms', kind: 'pages' as const, key: 'classroom' }];
const aPage = (pattern: string, changes: Partial<KnownPage> = {}): KnownPage => ({
  title: '題',
  pattern,
  isPublic: true,
  access: 'anyone',
  slots: [],
  ...changes,
});
const sentenceFor = (page: KnownPage | undefined, parts?: typeof PARTS) =>
  noScriptOf(page, parts ? { drawn: parts } : {}).join('');

it('explains that a rendered page can be read, and what needs scripts', () => {
  expect(sentenceFor(aPage('/classrooms/{id}'), PARTS)).toMatch(/読めます。.*予約、購入、コメント.*必要です。/);
});

it.each([
  ['/signin', 'ログインと新規登録には'],
  ['/search', '検索には'],
  ['/reset_password', 'パスワードの再設定には'],
])('explains what the form of %s needs', (pattern, words) => {
  expect(sentenceFor(aPage(pattern))).toContain(`${words}、JavaScriptが必要です。`);
});

it.each([
  ['a page that is not rendered', aPage('/classrooms')],
  ['an unknown page', undefined],
])('does not claim that %s can be read', (_what, page) => {
  expect(sentenceFor(page)).toMatch(/有効にしてください。/);
  expect(sentenceFor(page)).not.toContain('読めます');
});

it('shows no message on legal texts, which need no scripts', () => {
  expect(sentenceFor(aPage('/law', { isText: true }))).toBe('');
});
