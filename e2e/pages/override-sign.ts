import type { Page } from '@playwright/test';

/** At the bottom of a page that is not what everybody gets. */
export class OverrideSign {
  constructor(private readonly page: Page) {}

  get sign() {
    return this.page.getByRole('complementary', { name: 'このブラウザーだけの版' });
  }

  leave(remote: string) {
    return this.sign.getByRole('button', { name: new RegExp(`^${remote}の.*を終了する$`) }).click();
  }
}
