import type { Page } from '@playwright/test';

/** The dialog 教室をつくる. */
export class CreateDialog {
  constructor(private readonly page: Page) {}

  get dialog() {
    return this.page.getByRole('dialog', { name: '教室をつくる' });
  }
  get title() {
    return this.dialog.getByRole('textbox', { name: 'タイトル' });
  }
  get startAt() {
    return this.dialog.getByRole('textbox', { name: '開始日時' });
  }
  get category() {
    return this.dialog.getByRole('combobox', { name: 'カテゴリー' });
  }
  get description() {
    return this.dialog.getByRole('textbox', { name: /説明/ });
  }
  get audience() {
    return this.dialog.getByRole('group', { name: 'だれが参加できますか' });
  }
  get allUsers() {
    return this.dialog.getByRole('checkbox', { name: /25歳以上の方と/ });
  }
  get privateMode() {
    return this.dialog.getByRole('checkbox', { name: /URLを知っている人だけ/ });
  }
  get now() {
    return this.dialog.getByRole('radio', { name: '今すぐ' });
  }
  get startNow() {
    return this.dialog.getByRole('button', { name: '今すぐ始める' });
  }
  get submit() {
    return this.dialog.getByRole('button', { name: '作成する' });
  }

  message(text: string | RegExp) {
    return this.dialog.getByText(text);
  }
}
