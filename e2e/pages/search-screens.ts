import { expect, type Page } from '@playwright/test';

/** The search box above any page, and /search. */
export class SearchScreens {
  constructor(private readonly page: Page) {}

  get dialog() {
    return this.page.getByRole('dialog', { name: '検索' });
  }
  get box() {
    return this.dialog.getByRole('combobox', { name: '検索する言葉' });
  }
  get options() {
    return this.dialog.getByRole('listbox', { name: '候補' }).getByRole('option');
  }
  get recent() {
    return this.dialog.getByRole('listbox', { name: '最近の検索' });
  }
  option(name: RegExp) {
    return this.options.filter({ hasText: name });
  }
  /** The matches highlighted in suggestions. */
  get marked() {
    return this.options.locator('mark');
  }
  heading(name: string) {
    return this.page.getByRole('main').getByRole('heading', { name });
  }
  section(name: string) {
    return this.page.getByRole('main').getByRole('region', { name, exact: true });
  }

  /** Search is loaded after a page's content: until then the / key has no effect. */
  async ready() {
    await expect(this.page.getByRole('banner').getByRole('button', { name: '検索' })).toBeVisible();
  }
}
