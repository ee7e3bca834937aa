import type { Page } from '@playwright/test';

/** /org/settings */
export class OrgSettingsPage {
  constructor(private readonly page: Page) {}

  get organisation() {
    return this.page.getByRole('region', { name: '団体情報' });
  }
  get registration() {
    return this.page.getByRole('region', { name: '適格請求書発行事業者登録番号' });
  }
  get name() {
    return this.organisation.getByRole('textbox', { name: '団体名' });
  }
  get number() {
    return this.registration.getByRole('textbox', { name: '登録番号' });
  }
  save(card: 'organisation' | 'registration') {
    return this[card].getByRole('button', { name: '保存する' });
  }
}
