import type { Page } from '@playwright/test';

/** /staff: the review of identity documents, and the log of decisions. */
export class StaffReview {
  constructor(readonly page: Page) {}

  async open(nickname: string): Promise<void> {
    await this.page.goto('/staff');
    await this.page.getByRole('navigation', { name: '待っている人' }).getByRole('link', { name: nickname }).click();
    await this.caseOf(nickname).waitFor();
  }

  /** The name at the top of a case, which takes the focus. */
  caseOf(nickname: string) {
    return this.page.getByRole('heading', { level: 2, name: nickname, exact: true });
  }

  get picture() {
    return this.page.getByRole('img', { name: '書類 1' });
  }

  get reason() {
    return this.page.getByRole('textbox', { name: '本人に届く文' });
  }

  get pdf() {
    return this.page.getByRole('button', { name: 'PDFを開く' });
  }

  async openLog(): Promise<void> {
    await this.page.getByRole('link', { name: '監査ログ' }).click();
    await this.page.getByRole('table').waitFor();
  }

  /** The entry of the log about this user. */
  logged(nickname: string, action: string) {
    return this.page.getByRole('row').filter({ hasText: nickname }).filter({ hasText: action }).first();
  }

  dialog(name: string | RegExp) {
    return this.page.getByRole('dialog', { name });
  }
}
