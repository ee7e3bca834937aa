import type { Page } from '@playwright/test';

/** The team of an event on its management page or of a series on its own, and the page of an invitation to it. */
export class TeamPart {
  constructor(private readonly page: Page) {}

  get members() {
    return this.page.getByRole('list', { name: '運営メンバー' });
  }
  get log() {
    return this.page.getByRole('list', { name: '操作の記録' });
  }
  get tabs() {
    return this.page.getByRole('navigation', { name: 'イベントの管理' }).getByRole('link');
  }
  get accept() {
    return this.page.getByRole('button', { name: /で参加する$/ });
  }
  get removed() {
    return this.page.getByRole('heading', { name: 'このイベントの運営メンバーから外れました。' });
  }
  get participants() {
    return this.page.getByRole('table', { name: '参加者' });
  }

  get notInSeries() {
    return this.page.getByRole('heading', { name: 'この連続講座の運営メンバーではありません。' });
  }

  async openOfSeries(id: string): Promise<void> {
    await this.page.goto(`/series/${id}/team`);
  }

  async open(eventId: string): Promise<void> {
    await this.page.goto(`/events/${eventId}/edit?tab=team`);
  }

  async invite(email: string, ...roles: string[]): Promise<void> {
    await this.page.getByRole('textbox', { name: 'メールアドレス' }).fill(email);
    for (const role of roles) await this.page.getByRole('checkbox', { name: role }).check();
    await this.page.getByRole('button', { name: '招待する' }).click();
  }

  async checkIn(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `${name}を受付する` }).click();
  }

  checkedIn(name: string) {
    return this.page.getByRole('button', { name: `${name}の受付を取り消す` });
  }

  async remove(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `${name}を外す` }).click();
    await this.page
      .getByRole('dialog', { name: `${name}さんを運営メンバーから外しますか` })
      .getByRole('button', { name: '外す' })
      .click();
  }
}
