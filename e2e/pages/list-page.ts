import type { Page } from '@playwright/test';

/** A page with a list of classrooms or events that link to their own pages. */
export class ListPage {
  constructor(
    private readonly page: Page,
    private readonly path: '/classrooms' | '/events',
  ) {}

  get firstLink() {
    return this.page.getByRole('main').locator(`a[href^="${this.path}/"]`).first();
  }
}
