import { expect, type Page } from '@playwright/test';

/** What the shell owns around every page: header, menus, notices, footer. */
export class Chrome {
  constructor(private readonly page: Page) {}

  readonly header = this.page.getByRole('banner');
  readonly footer = this.page.getByRole('contentinfo');
  readonly main = this.page.getByRole('main');
  readonly userMenuButton = this.header.getByRole('button', { name: /メニュー/ });
  readonly signInLink = this.header.getByRole('link', { name: 'ログイン' });
  readonly bell = this.header.getByRole('link', { name: /^お知らせ/ });
  readonly createButton = this.header.getByRole('button', { name: '教室をつくる' });
  readonly closureBanner = this.page.getByText(/本サービスは.*をもちまして終了いたしました。/);

  async openUserMenu() {
    await this.userMenuButton.click();
    await expect(this.page.getByRole('menu')).toBeVisible();
  }

  async menuItems(): Promise<string[]> {
    await this.openUserMenu();
    return this.page.getByRole('menu').getByRole('menuitem').allInnerTexts();
  }

  async signOut() {
    await this.openUserMenu();
    await this.page.getByRole('menuitem', { name: 'ログアウト' }).click();
  }

  toast(text: string | RegExp) {
    return this.page.locator('[data-sonner-toast]').filter({ hasText: text });
  }
}
