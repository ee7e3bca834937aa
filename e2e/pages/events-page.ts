import type { Page } from '@playwright/test';

/** /events: list, calendar and filters. */
export class EventsPage {
  constructor(readonly page: Page) {}

  private get main() {
    return this.page.getByRole('main');
  }
  get titles() {
    return this.main.getByRole('article').getByRole('heading');
  }
  get grid() {
    return this.main.getByRole('grid');
  }
  get month() {
    return this.main.getByRole('heading', { level: 2 }).first();
  }
  get nothing() {
    return this.main.getByRole('heading', { name: '条件に合うイベントはありません。' });
  }

  get today() {
    return this.grid.locator('[aria-current="date"]');
  }
  /** The button of a day in the grid: 12月5日. */
  day(name: string) {
    return this.grid.getByRole('button', { name: new RegExp(`^${name}\\(`) });
  }
  /** The events of the chosen day below the grid. */
  chosenDay(name: string) {
    return this.main.getByRole('region', { name: new RegExp(`^${name}\\(`) });
  }
  chip(name: string) {
    return this.main.getByRole('group', { name: 'しぼりこみ' }).getByRole('button', { name, exact: true });
  }
  show(name: '月' | '一覧' | '開催予定' | '終了・中止') {
    return this.main.getByRole('link', { name, exact: true }).click();
  }
  click(name: '前の月' | '次の月' | '今日') {
    return this.main.getByRole('button', { name }).click();
  }
}
