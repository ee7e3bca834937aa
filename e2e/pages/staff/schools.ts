import type { Page } from '@playwright/test';

/** /staff/schools: makes schools, and what belongs to one. */
export class StaffSchools {
  constructor(readonly page: Page) {}

  heading(name: string) {
    return this.page.getByRole('heading', { level: 1, name });
  }
  get dialog() {
    return this.page.getByRole('dialog');
  }
  get pupils() {
    return this.page.getByRole('region', { name: '生徒' });
  }
  get pdfLink() {
    return this.page.getByRole('link', { name: /のコードをPDFで印刷する$/ });
  }

  async open(): Promise<void> {
    await this.page.goto('/staff/schools');
    await this.heading('学校').waitFor();
  }

  async create({ name, code }: { name: string; code: string }): Promise<void> {
    await this.page.getByRole('button', { name: '学校を加える' }).click();
    await this.dialog.getByRole('textbox', { name: /^学校の名前/ }).fill(name);
    await this.dialog.getByRole('textbox', { name: /^学校コード/ }).fill(code);
    await this.dialog.getByRole('combobox', { name: '入り方' }).selectOption('oidc');
    await this.dialog.getByRole('button', { name: '加える' }).click();
  }

  /** Makes codes and returns them. */
  async makeCodes(label: string, count: number): Promise<string[]> {
    const codes = this.page.getByRole('region', { name: '登録コード' });
    await codes.getByRole('textbox', { name: '配る相手' }).fill(label);
    await codes.getByRole('spinbutton', { name: '枚数' }).fill(String(count));
    await codes.getByRole('button', { name: 'コードを作る' }).click();
    await codes.getByRole('button', { name: `${label}のコードを見る` }).click();
    const items = this.dialog.getByRole('listitem').getByRole('code');
    await items.nth(count - 1).waitFor();
    const made = await items.allTextContents();
    await this.dialog.getByRole('button', { name: '閉じる' }).last().click();
    return made;
  }

  async setSignInPage(page: { issuer: string; clientId: string; clientSecret: string }): Promise<void> {
    const form = this.page.locator('form').filter({ has: this.page.getByLabel('発行者(issuer)のURL') });
    await form.getByLabel('発行者(issuer)のURL').fill(page.issuer);
    await form.getByLabel('クライアントID').fill(page.clientId);
    await form.getByLabel('クライアントシークレット', { exact: true }).fill(page.clientSecret);
    await form.getByRole('button', { name: /保存/ }).click();
  }
}
