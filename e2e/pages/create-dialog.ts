import type { Page } from '@playwright/test';

/** The dialog 教室をつくる. */
export class CreateDialog {
  constructor(private readonly page: Page) {}

  readonly dialog = this.page.getByRole('dialog', { name: '教室をつくる' });
  readonly title = this.dialog.getByRole('textbox', { name: 'タイトル' });
  readonly startAt = this.dialog.getByRole('textbox', { name: '開始日時' });
  readonly category = this.dialog.getByRole('combobox', { name: 'カテゴリー' });
  readonly description = this.dialog.getByRole('textbox', { name: /説明/ });
  readonly allUsers = this.dialog.getByRole('checkbox', { name: /25歳以上の方と/ });
  readonly privateMode = this.dialog.getByRole('checkbox', { name: /URLを知っている人だけ/ });
  readonly submit = this.dialog.getByRole('button', { name: '作成する' });

  message(text: string) {
    return this.dialog.getByText(text);
  }
}
