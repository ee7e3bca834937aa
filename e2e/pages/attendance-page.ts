import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

/** The attendance list of a classroom. */
export class AttendancePage {
  constructor(readonly page: Page) {}

  get heading() {
    return this.page.getByRole('heading', { level: 1, name: '出席の記録' });
  }
  get table() {
    return this.page.getByRole('table', { name: '参加した人' });
  }
  get save() {
    return this.page.getByRole('button', { name: 'CSVで保存' });
  }

  person(nickname: string) {
    return this.table.getByRole('row').filter({ hasText: nickname });
  }

  async open(classroomId: string) {
    await this.page.goto(`/classrooms/${classroomId}/attendance`);
  }

  /** Downloads the list through the page; returns its name and content. */
  async download(): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.save.click()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }
}
