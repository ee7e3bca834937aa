import type { Page } from '@playwright/test';

/** The dialog above a page whose session has ended while unsaved work would be lost. */
export class SessionEndedDialog {
  constructor(private readonly page: Page) {}

  get title() {
    return this.page.getByRole('dialog', { name: 'ログインの有効期限が切れました' });
  }

  async signIn(email: string, password: string) {
    const dialog = this.title;
    await dialog.getByRole('textbox', { name: 'メールアドレス', exact: true }).fill(email);
    await dialog.getByLabel('パスワード', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'ログイン', exact: true }).click();
  }

  /** Declines to sign in, and confirms it. */
  async goOnWithoutSession() {
    await this.title.getByRole('button', { name: '閉じる' }).click();
    await this.page
      .getByRole('dialog', { name: 'ログインせずに続けますか' })
      .getByRole('button', { name: 'ログインせずに続ける' })
      .click();
  }
}
