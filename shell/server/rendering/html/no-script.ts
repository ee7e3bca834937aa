import { paths } from '@manabiba/shared/navigation/paths';
import type { BootData } from '@manabiba/shared/page/boot-data';

import type { KnownPage } from '../../pages/known-pages';

const TURN_ON = 'ブラウザーの設定でJavaScriptを有効にしてから、ページを再読み込みしてください。';
/** What the pages with a form ask for, by the path of the page. */
const NEEDED_BY_FORM: Record<string, string> = {
  [paths.signIn.pattern]: 'ログインと新規登録には、JavaScriptが必要です。',
  [paths.search.pattern]: '検索には、JavaScriptが必要です。',
  [paths.resetPassword.pattern]: 'パスワードの再設定には、JavaScriptが必要です。',
  [paths.verifyEmail.pattern]: 'メールアドレスの確認には、JavaScriptが必要です。',
  [paths.guardianConsent.pattern]: '保護者の方の同意には、JavaScriptが必要です。',
};
const READABLE =
  'このページは、JavaScriptが無効のままでも読めます。ログイン、予約、購入、コメント、検索、動画の再生には、JavaScriptが必要です。';
const UNREADABLE = 'まなびばのご利用には、JavaScriptを有効にしてください。';

/**
 * Says to browsers without JavaScript what the page needs it for; nothing on public texts, which the server renders in
 * full. The class is in shared/src/ui/base.css.
 */
export function noScriptOf(page: KnownPage | undefined, { drawn }: Pick<BootData, 'drawn'>): string[] {
  if (page?.isText) return [];
  const sentence = NEEDED_BY_FORM[page?.pattern ?? ''] ?? (drawn ? READABLE : UNREADABLE);
  return [`<noscript><p class="no-script">${sentence}${TURN_ON}</p></noscript>`];
}
