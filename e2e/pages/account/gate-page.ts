import type { Page } from '@playwright/test';

/** The page behind a link in a mail, with a single decision. */
export class GatePage {
  constructor(private readonly page: Page) {}

  private get main() {
    return this.page.getByRole('main');
  }
  heading(title: string) {
    return this.main.getByRole('heading', { level: 1, name: title });
  }
  words(text: string | RegExp) {
    return this.main.getByText(text);
  }
  link(name: string) {
    return this.main.getByRole('link', { name, exact: true });
  }
  button(name: string) {
    return this.main.getByRole('button', { name, exact: true });
  }
  get newPassword() {
    return this.main.getByLabel('新しいパスワード');
  }
  get guardianName() {
    return this.main.getByLabel('保護者の方のお名前');
  }
  get isGuardian() {
    return this.main.getByRole('checkbox', { name: /わたしは保護者/ });
  }
}
