import type { Page } from '@playwright/test';

export class ClassroomPage {
  constructor(private readonly page: Page) {}

  get heading() {
    return this.page.getByRole('heading', { level: 1 });
  }
  get composer() {
    return this.page.getByRole('textbox', { name: /コメント/ });
  }
  get send() {
    return this.page.getByRole('button', { name: '送信', exact: true });
  }
  get comments() {
    return this.page.getByRole('region', { name: /コメント/ });
  }

  async comment(text: string) {
    await this.composer.fill(text);
    await this.send.click();
  }
}
