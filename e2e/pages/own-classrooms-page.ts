import type { Page } from '@playwright/test';

/** 自分の教室: classrooms that the user hosts, has reserved and has attended. */
export class OwnClassroomsPage {
  constructor(private readonly page: Page) {}

  get titles() {
    return this.page.getByRole('main').getByRole('heading', { level: 2 });
  }

  empty(title: string) {
    return this.page.getByRole('main').getByRole('heading', { name: title });
  }

  async open() {
    await this.page.goto('/me/classrooms');
  }

  async show(when: 'これから' | 'これまで') {
    await this.page.getByRole('tab', { name: when }).click();
  }

  async narrowTo(part: '開いた教室' | '予約した教室' | '参加した教室') {
    await this.page.getByRole('group', { name: '自分の役割' }).getByRole('button', { name: part }).click();
  }
}
