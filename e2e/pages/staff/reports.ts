import type { Page } from '@playwright/test';

/** /staff/reports: what users have reported, and the decisions about it. */
export class StaffReports {
  constructor(readonly page: Page) {}

  /** Opens the report that is about this user. */
  async open(place: string, nickname: string): Promise<void> {
    await this.page.goto('/staff/reports');
    await this.page.getByRole('navigation', { name: '通報' }).getByRole('link').filter({ hasText: place }).click();
    await this.page.getByRole('heading', { level: 2, name: nickname }).waitFor();
  }

  get evidence() {
    return this.page.getByRole('listitem').filter({ hasText: '通報されたコメント' });
  }
  get seal() {
    return this.page.getByText('記録は通報されたときのままです');
  }
  get reason() {
    return this.page.getByRole('textbox', { name: /本人に届く文/ });
  }
  button(name: string) {
    return this.page.getByRole('main').getByRole('button', { name });
  }
  confirm(name: string) {
    return this.page.getByRole('dialog').getByRole('button', { name }).click();
  }
}
