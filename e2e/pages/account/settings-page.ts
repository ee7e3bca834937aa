import { expect, type Locator, type Page } from '@playwright/test';

import { settled } from '../../fixtures/settled';

/** /settings, card by card. */
export class SettingsPage {
  constructor(private readonly page: Page) {}

  /** Opens the group of cards that contains a section, and waits for the cards that load their own data. */
  async open(section = 'mail') {
    await this.page.goto(`/settings#${section}`);
    await settled(this.page);
  }

  card(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  get email() {
    return this.card('メールアドレス');
  }
  get password() {
    return this.card('パスワード');
  }
  get identity() {
    return this.card('本人確認');
  }
  get resubmission() {
    return this.card('本人確認書類の再提出をお願いいたします。');
  }
  /** The link to resubmission in the notice above every page. */
  get resubmissionNotice() {
    return this.page.getByRole('link', { name: '書類を提出する' });
  }
  get guardian() {
    return this.card('保護者の同意');
  }
  get passkeys() {
    return this.card('パスキー');
  }
  get secondFactor() {
    return this.card('二段階認証');
  }
  get apiKeys() {
    return this.card('APIキー');
  }
  get webhooks() {
    return this.card('Webhook');
  }
  get devices() {
    return this.card('ログイン中の端末');
  }
  get dataExport() {
    return this.card('データの書き出し');
  }
  get dialog() {
    return this.page.getByRole('dialog');
  }

  async changeEmail(email: string, password: string) {
    await this.email.getByRole('textbox', { name: 'メールアドレス' }).fill(email);
    await this.email.getByLabel('現在のパスワード').fill(password);
    await this.email.getByRole('button', { name: '保存する' }).click();
  }

  async changePassword(current: string, next: string) {
    await this.password.getByLabel('現在のパスワード').fill(current);
    await this.password.getByLabel('新しいパスワード').fill(next);
    await this.password.getByRole('button', { name: '保存する' }).click();
  }

  /** Selects documents in a card. */
  async choose(card: Locator, ...files: { name: string; mimeType: string; buffer: Buffer }[]) {
    await card.getByLabel('本人確認書類のファイル').setInputFiles(files);
  }

  document(card: Locator, name: string): Locator {
    return card.getByRole('listitem').filter({ hasText: name });
  }

  /** Selects documents in a card, waits for the uploads, and submits them. */
  async handIn(card: Locator, ...files: { name: string; mimeType: string; buffer: Buffer }[]) {
    await this.choose(card, ...files);
    for (const { name } of files) await expect(this.document(card, name).getByText(/未提出/)).toBeVisible();
    await card.getByRole('button', { name: '書類を提出する' }).click();
  }

  async openLeaveDialog() {
    await this.card('退会').getByRole('button', { name: '退会の手続きへ' }).click();
  }

  async leave(password: string) {
    await this.dialog.getByLabel('パスワード').fill(password);
    await this.dialog.getByRole('button', { name: '退会する' }).click();
  }
}
