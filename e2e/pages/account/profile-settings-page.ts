import type { Page } from '@playwright/test';

/** /profile_settings */
export class ProfileSettingsPage {
  constructor(private readonly page: Page) {}

  get card() {
    return this.page.getByRole('region', { name: 'プロフィール', exact: true });
  }
  get preview() {
    return this.page.getByRole('region', { name: 'ほかの人からの見え方' });
  }
  get nickname() {
    return this.card.getByRole('textbox', { name: 'ニックネーム' });
  }
  get job() {
    return this.card.getByRole('textbox', { name: '職業(任意)' });
  }
  get introduction() {
    return this.card.getByRole('textbox', { name: '自己紹介(任意)' });
  }
  get save() {
    return this.card.getByRole('button', { name: '保存する' });
  }
  get saved() {
    return this.card.getByText('変更を保存しました。');
  }
  get profileLink() {
    return this.preview.getByRole('link', { name: 'マイプロフィールを見る' });
  }
  get crop() {
    return this.page.getByRole('dialog', { name: '画像の範囲を選ぶ' });
  }
  get cropFrame() {
    return this.crop.getByRole('group', { name: '切り抜く範囲' });
  }
  get takeCrop() {
    return this.crop.getByRole('button', { name: 'この範囲にする' });
  }

  async choosePicture(file: { name: string; mimeType: string; buffer: Buffer }) {
    await this.card.getByLabel('画像ファイル').setInputFiles(file);
  }
}
