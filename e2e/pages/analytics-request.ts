import type { Page } from '@playwright/test';

/** The card that asks once for consent to analytics on this device. */
export class AnalyticsRequest {
  constructor(private readonly page: Page) {}

  get card() {
    return this.page.getByRole('region', { name: '計測のお願い' });
  }
  get agree() {
    return this.card.getByRole('button', { name: '同意する' });
  }
  get refuse() {
    return this.card.getByRole('button', { name: '同意しない' });
  }
}
