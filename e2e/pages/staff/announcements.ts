import type { Page } from '@playwright/test';

/** /staff/announcements: writes announcements, and stops them. */
export class StaffAnnouncements {
  constructor(readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/staff/announcements');
    await this.page.getByRole('heading', { level: 1, name: 'お知らせを書く' }).waitFor();
  }

  get reach() {
    return this.page.getByText(/^届く人 [\d,]+人$/);
  }
  chooseAudience(name: string) {
    return this.page.getByRole('combobox', { name: '届ける人' }).selectOption(name);
  }
  async write({ title, body }: { title: string; body: string }): Promise<void> {
    await this.page.getByRole('textbox', { name: /^題名/ }).fill(title);
    await this.page.getByRole('textbox', { name: /^本文/ }).fill(body);
  }
  async send(): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: 'いま送る' }).click();
    await this.page.getByRole('dialog').getByRole('button', { name: 'いま送る' }).click();
  }
  sent(title: string) {
    return this.page.getByRole('row').filter({ hasText: title });
  }
}
