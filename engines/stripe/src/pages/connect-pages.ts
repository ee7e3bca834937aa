import { StripeError } from '../http/stripe-error';
import { html } from './html';
import { page, redirect } from './page';
import type { PageActions } from './page-actions';
import type { PageAnswer, PageRequest, Pages } from './pages';

/** Registers the page on which the owner of a connected account enters identity and bank account. A link opens once. */
export function registerConnectPages(pages: Pages, actions: PageActions): void {
  async function linkOf({ ids }: PageRequest) {
    const link = await actions.find('account_link', ids[0] ?? '');
    if (!link) throw new StripeError({ status: 404, message: 'There is no such page.' });
    return link;
  }

  pages.register('GET', '/onboarding/:id', async (request) => {
    const link = await linkOf(request);
    return (await actions.openAccountLink(link.id)) ? onboardingPage(link.id) : redirect(link.refresh_url);
  });
  pages.register('POST', '/onboarding/:id', async (request) => {
    const link = await linkOf(request);
    // Accepted only from the page that the link opened, while it was valid.
    if (!link.isUsed || link.expires_at <= actions.now()) return redirect(link.refresh_url);
    if (request.form.get('outcome') === 'complete') await actions.completeOnboarding(link.account);
    return redirect(link.return_url);
  });
}

const onboardingPage = (token: string): PageAnswer =>
  page({
    title: '本人確認と口座の登録',
    body: html`<main class="sheet">
      <p class="tag">テスト環境</p>
      <h1>本人確認と口座の登録</h1>
      <p>ここで、売上を受け取る方の本人確認と口座の登録を行います。</p>
      <form method="post" action="/onboarding/${token}" class="actions">
        <button class="primary" name="outcome" value="complete">登録したことにする</button>
        <button name="outcome" value="later">登録せずに戻る</button>
      </form>
      <p class="soft">Stripeの画面の代わりです。個人情報は入力しません。お金は動きません。</p>
    </main>`,
  });
