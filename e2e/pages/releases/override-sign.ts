import type { Page } from '@playwright/test';

/** The marker at the bottom of a page with overridden releases. */
export class OverrideSign {
  constructor(private readonly page: Page) {}

  get sign() {
    return this.page.getByRole('complementary', { name: 'このブラウザーだけの版' });
  }

  /** Goes back to production. */
  leaveEnvironment() {
    return this.sign.getByRole('button', { name: 'プレビュー環境を終了する' }).click();
  }

  /** Leaves all releases of a replay. */
  leaveReplay() {
    return this.sign.getByRole('button', { name: '確認版を終了する' }).click();
  }

  leave(remote: string) {
    return this.sign.getByRole('button', { name: new RegExp(`^${remote}の.*を終了する$`) }).click();
  }
}
