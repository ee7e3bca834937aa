import type { Page } from '@playwright/test';

/** 集計: a host's figures of classes and archives. */
export class HostFiguresPage {
  constructor(private readonly page: Page) {}

  get heading() {
    return this.page.getByRole('heading', { level: 1, name: '集計' });
  }
  get classes() {
    return this.page.getByRole('table', { name: '教室ごとの数字' });
  }
  /** The figures of all classes of the period. */
  get totals() {
    return this.page.getByRole('main').locator('dl');
  }
  /** The tables with the numbers of the curves. */
  get curves() {
    return this.page.getByRole('main').locator('details');
  }

  classRow(name: string) {
    return this.classes.getByRole('row').filter({ hasText: name });
  }

  empty(title: string) {
    return this.page.getByRole('main').getByRole('heading', { name: title });
  }

  async open() {
    await this.page.goto('/me/classrooms/figures');
  }

  async openFromOwnClassrooms() {
    await this.page.goto('/me/classrooms');
    await this.page.getByRole('main').getByRole('link', { name: '集計' }).click();
  }

  async choosePeriod(name: '30日' | '90日' | 'すべて') {
    await this.page.getByRole('group', { name: '期間' }).getByRole('link', { name }).click();
  }
}
