import { expect, type Page } from '@playwright/test';

/** /users/{id} */
export class ProfilePage {
  constructor(private readonly page: Page) {}

  get name() {
    return this.page.getByRole('heading', { level: 1 });
  }
  get avatar() {
    return this.page.getByRole('main').locator('header img');
  }
  get introduction() {
    return this.page.getByRole('main').locator('header p');
  }
  get follow() {
    return this.page
      .getByRole('main')
      .locator('header')
      .getByRole('button', { name: /さんをフォローする$/ });
  }
  get following() {
    return this.page
      .getByRole('main')
      .locator('header')
      .getByRole('button', { name: /さんをフォロー中。フォローを解除$/ });
  }
  get moreButton() {
    return this.page.getByRole('main').getByRole('button', { name: 'その他の操作' });
  }
  get moreMenu() {
    return this.page.getByRole('menu', { name: /さんの操作$/ });
  }
  /** フォロワー, フォロー中, 教室. */
  figure(name: string) {
    return this.page.getByRole('main').locator('header dl > div').filter({ hasText: name }).getByRole('definition');
  }
  tab(name: string) {
    return this.page.getByRole('tab', { name });
  }
  person(nickname: string) {
    return this.page.getByRole('tabpanel').getByRole('link', { name: nickname });
  }

  async open(id: string) {
    await this.page.goto(`/users/${id}`);
    await expect(this.name).toBeVisible();
  }
}
