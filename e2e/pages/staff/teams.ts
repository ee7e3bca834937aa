import type { Page } from '@playwright/test';

/** /staff/teams: the live releases, the tokens of the teams, and the history. */
export class StaffTeams {
  constructor(readonly page: Page) {}

  get dialog() {
    return this.page.getByRole('dialog');
  }
  /** The row of a remote, a token or a line of the history. */
  row(text: string) {
    return this.page.getByRole('row').filter({ hasText: text });
  }

  async open(): Promise<void> {
    await this.page.goto('/staff/teams');
    await this.row('mf-events').first().waitFor();
  }

  async show(part: 'リリース' | 'トークン' | '履歴'): Promise<void> {
    await this.page.getByRole('tab', { name: part }).click();
  }

  /** Opens the dialog of a change and confirms it with a reason. `fill` completes what else the dialog asks for. */
  async change(name: string, confirm: string, reason: string, fill?: () => Promise<unknown>): Promise<void> {
    await this.page.getByRole('button', { name }).click();
    await fill?.();
    await this.dialog.getByRole('textbox', { name: /理由/ }).fill(reason);
    await this.dialog.getByRole('button', { name: confirm, exact: true }).click();
  }

  /** Makes a token and returns its secret, which is shown once. */
  async createToken(person: string, remote: string): Promise<string> {
    await this.show('トークン');
    await this.change('トークンを発行する', '発行する', '新しい担当', async () => {
      await this.dialog.getByRole('textbox', { name: '渡す相手のメールアドレス' }).fill(person);
      await this.dialog.getByRole('combobox', { name: '公開できるリモート' }).selectOption(remote);
    });
    const secret = await this.dialog.getByRole('code').textContent();
    await this.dialog.getByRole('button', { name: '渡しました' }).click();
    return secret ?? '';
  }
}
