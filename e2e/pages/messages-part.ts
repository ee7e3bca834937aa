import type { Page } from '@playwright/test';

/** The messages of a host to those who take part: where they are written, and where they are read. */
export class MessagesPart {
  constructor(private readonly page: Page) {}

  /** On the page of the event or class, for whoever takes part. */
  get section() {
    return this.page.getByRole('region', { name: /(主催者|ホスト)からのメッセージ/ });
  }
  get heading() {
    return this.section.getByRole('heading', { level: 2 });
  }
  get links() {
    return this.section.getByRole('link');
  }
  get stop() {
    return this.section.getByRole('button', { name: '配信を停止' });
  }
  get resume() {
    return this.section.getByRole('button', { name: '配信を再開' });
  }
  /** The rows of the inbox that lead to messages. */
  get notifications() {
    return this.page.getByRole('main').getByRole('link', { name: /のメッセージが届きました/ });
  }
  /** What the organizer has sent, on the management page. */
  get sent() {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('heading', { level: 3 }) });
  }
  get remaining() {
    return this.page.getByText(/あと\d通送れます。/);
  }

  async report(subject: string) {
    await this.section.getByRole('button', { name: `「${subject}」を通報` }).click();
    const dialog = this.page.getByRole('dialog', { name: 'メッセージを通報' });
    await dialog.getByRole('radio').first().check({ force: true });
    await dialog.getByRole('button', { name: '通報する' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Opens what the host of a class writes, on its page. */
  async openOfClass() {
    await this.page.getByRole('button', { name: 'メッセージを送る' }).click();
  }

  /** Writes on the management page or in the dialog of a class, and confirms how many people get it. */
  async write(subject: string, body: string, people: number) {
    await this.page.getByRole('textbox', { name: '件名' }).fill(subject);
    await this.page.getByRole('textbox', { name: '本文' }).fill(body);
    await this.page.getByRole('button', { name: `${people}人に送る` }).click();
    const dialog = this.page.getByRole('dialog', { name: `${people}人に送りますか` });
    await dialog.getByRole('button', { name: '送る' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
}
