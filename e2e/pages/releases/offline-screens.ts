import type { Page } from '@playwright/test';

/** What a browser shows without a connection. */
export class OfflineScreens {
  constructor(private readonly page: Page) {}

  /** The notice of a page that was kept. */
  get keptNotice() {
    return this.page
      .getByRole('status')
      .filter({ hasText: /オフラインのため、\d{1,2}:\d\d時点の内容を表示しています。/ });
  }
  /** The page in place of one that was not kept. */
  get title() {
    return this.page.getByRole('heading', { level: 1, name: 'ページを開けませんでした' });
  }
  get retry() {
    return this.page.getByRole('button', { name: 'もう一度試す' });
  }
  get readable() {
    return this.page.getByRole('region', { name: 'オフラインで読めるページ' });
  }
}
