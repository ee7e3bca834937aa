import type { Page } from '@playwright/test';

/** The page of a remote that was retired. */
export class RetiredPage {
  constructor(private readonly page: Page) {}

  heading(title: string) {
    return this.page.getByRole('heading', { level: 1, name: `「${title}」の提供は終了しました。` });
  }

  get homeLink() {
    return this.page.getByRole('main').getByRole('link', { name: 'トップページへ' });
  }
}
