import type { Page } from '@playwright/test';

export class ClassroomPage {
  constructor(private readonly page: Page) {}

  readonly heading = this.page.getByRole('heading', { level: 1 });
  readonly composer = this.page.getByRole('textbox', { name: /コメント/ });
  readonly send = this.page.getByRole('button', { name: '送信', exact: true });
  readonly comments = this.page.getByRole('region', { name: /コメント/ });

  async comment(text: string) {
    await this.composer.fill(text);
    await this.send.click();
  }
}
