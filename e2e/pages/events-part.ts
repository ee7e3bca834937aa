import type { Page } from '@playwright/test';

const LIST = 'main ul:has(> li a[href^="/events/"])';

/** The part of mf-events, in its section of the top page or on its own page, and its fallback. */
export class EventsPart {
  constructor(private readonly page: Page) {}

  get list() {
    return this.page.locator(LIST);
  }
  /** The error panel of the part; the rest of the page stays. */
  get panel() {
    return this.page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: 'イベントを表示できませんでした。' })
      .filter({ hasText: 'ほかの部分は' });
  }
  /** The number by which support finds the releases of a page that has failed. */
  get number() {
    return this.page.getByRole('status').getByText(/お問い合わせ番号 [\dA-F]{4}-[\dA-F]{4}/);
  }
  get slowWords() {
    return this.page
      .getByRole('main')
      .getByRole('status', { name: 'イベント' })
      .filter({ hasText: '時間がかかっています。' });
  }
  /** The retry button in the panel or next to the slow loading message. */
  get retry() {
    return this.panel.or(this.slowWords).getByRole('button', { name: 'もう一度試す' });
  }

  get showPrevious() {
    return this.panel.getByRole('button', { name: '前のバージョンで表示' });
  }

  /** Records whether the list was ever rendered without its styles. Call before the page is opened. */
  async watchStyles() {
    await this.page.addInitScript((selector) => {
      const watched = window as unknown as { wasUnstyled?: boolean };
      new MutationObserver(() => {
        for (const list of document.querySelectorAll(selector))
          watched.wasUnstyled ||= getComputedStyle(list).display !== 'grid';
      }).observe(document, { childList: true, subtree: true });
    }, LIST);
  }

  wasEverUnstyled() {
    return this.page.evaluate(() => Boolean((window as unknown as { wasUnstyled?: boolean }).wasUnstyled));
  }
}
