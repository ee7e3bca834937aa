import type { Page } from '@playwright/test';

/** A series of classes, the list of one's own, and the certificate. */
export class SeriesPage {
  constructor(private readonly page: Page) {}

  get main() {
    return this.page.getByRole('main');
  }
  get create() {
    return this.page.getByRole('button', { name: '連続講座をつくる' });
  }
  get form() {
    return this.page.getByRole('dialog', { name: '連続講座をつくる' });
  }
  get end() {
    return this.main.getByRole('button', { name: '終了する' });
  }
  get reserveAll() {
    return this.main.getByRole('button', { name: 'すべて予約する' });
  }
  get buyAll() {
    return this.main.getByRole('link', { name: /回分をまとめて購入する/ });
  }
  get outcomes() {
    return this.main.getByRole('status').getByRole('listitem');
  }
  get calendar() {
    return this.main.getByRole('link', { name: 'カレンダー' });
  }
  get receive() {
    return this.main.getByRole('button', { name: '修了証を受け取る' });
  }
  get certificate() {
    return this.main.getByRole('article');
  }
  get file() {
    return this.main.getByRole('link', { name: 'PDFで保存' });
  }

  async openOwn() {
    await this.page.goto('/me/classrooms/series');
  }

  /** Creates one of all classes that can be chosen, and returns its id. */
  async createOf(title: string): Promise<string> {
    await this.create.click();
    await this.form.getByRole('textbox', { name: 'タイトル' }).fill(title);
    for (const choice of await this.form.getByRole('checkbox').all()) await choice.check();
    await this.form.getByRole('button', { name: '作成する' }).click();
    await this.page.waitForURL(/\/series\/srs_/);
    return this.page.url().split('/').pop() ?? '';
  }

  /** Adds a class to the series that is shown. */
  async addDate(name: string) {
    await this.main.getByRole('button', { name: '回を追加する' }).click();
    await this.page.getByRole('checkbox', { name }).check();
    await this.page.getByRole('button', { name: '追加する', exact: true }).click();
  }

  /** Issues the certificate under a name. */
  async issue(name: string) {
    await this.receive.click();
    await this.page.getByRole('textbox', { name: '修了証に載せる名前' }).fill(name);
    await this.page.getByRole('button', { name: '発行する' }).click();
    await this.page.waitForURL(/\/certificates\/crt_/);
  }
}
