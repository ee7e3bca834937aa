import { expect, type Locator, type Page } from '@playwright/test';

import { settled } from '../fixtures/settled';

/** The shell's frame around every page: header, menus, notices, footer. */
export class Chrome {
  constructor(private readonly page: Page) {}

  get header() {
    return this.page.getByRole('banner');
  }
  get footer() {
    return this.page.getByRole('contentinfo');
  }
  get main() {
    return this.page.getByRole('main');
  }
  /** The parts of the product: in the header of wide screens, at the bottom of narrow ones. */
  get navigation() {
    return this.page.getByRole('navigation', { name: 'メインナビゲーション' });
  }
  get userMenuButton() {
    return this.header.getByRole('button', { name: /メニュー/ });
  }
  get userMenu() {
    return this.header.getByRole('menu', { name: 'アカウントメニュー' });
  }
  get searchButton() {
    return this.header.getByRole('button', { name: '検索' });
  }
  get signInLink() {
    return this.header.getByRole('link', { name: 'ログイン' });
  }
  /** The bell: the shell's link until the remote has loaded, then the button of the popover. */
  get bell() {
    const name = /^お知らせ/;
    return this.header.getByRole('link', { name }).or(this.header.getByRole('button', { name }));
  }
  /** The popover of the bell, with the latest notifications. */
  get latest() {
    return this.header.getByRole('dialog', { name: 'お知らせ' });
  }
  get createButton() {
    return this.header.getByRole('button', { name: '教室をつくる' });
  }
  get closureBanner() {
    return this.page.getByText(/本サービスは.*をもちまして終了いたしました。/);
  }
  /** The notice that a newer version of the page is available. */
  get releaseNotice() {
    return this.page.getByRole('status').filter({ hasText: '新しいバージョンがあります。' });
  }

  /** Opens the popover of the bell. */
  async openLatest() {
    await this.header.getByRole('button', { name: /^お知らせ/ }).click();
    await expect(this.latest).toBeVisible();
  }

  /** Opens the page of notifications through the popover of the bell. */
  async openInbox() {
    await this.openLatest();
    await this.latest.getByRole('link', { name: 'すべてのお知らせを見る' }).click();
  }

  async openUserMenu() {
    await this.userMenuButton.click();
    await expect(this.userMenu).toBeVisible();
  }

  async menuItems(): Promise<string[]> {
    await this.openUserMenu();
    return this.userMenu.getByRole('menuitem').allInnerTexts();
  }

  /** Signs out through the menu and waits for the reload. */
  async signOut() {
    await this.openUserMenu();
    await this.signOutBy(this.page.getByRole('menuitem', { name: 'ログアウト' }));
  }

  /**
   * Signs out with a button and waits for the reload.
   *
   * Waits first for what scrolling to the button loads: a pending request would be answered with 401.
   */
  async signOutBy(button: Locator) {
    await button.scrollIntoViewIfNeeded();
    await settled(this.page);
    await Promise.all([this.page.waitForEvent('load'), button.click()]);
  }

  toast(text: string | RegExp) {
    return this.page.locator('[data-sonner-toast]').filter({ hasText: text });
  }
}
