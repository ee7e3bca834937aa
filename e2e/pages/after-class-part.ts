import type { Page } from '@playwright/test';

/** What an ended classroom's page shows to those who attended it. */
export class AfterClassPart {
  constructor(private readonly page: Page) {}

  /** Named by its thanks, which differ for host and attendees. */
  thanks(words: string) {
    return this.page.getByRole('region', { name: words });
  }
  get received() {
    return this.page.getByRole('region', { name: /^みなさんの感想/ });
  }
  get question() {
    return this.page.getByRole('group', { name: 'この教室はいかがでしたか' });
  }
  star(count: number) {
    return this.question.getByRole('radio', { name: `星${count}つ` });
  }

  async rate(stars: number, note: string) {
    await this.star(stars).check({ force: true });
    await this.page.getByRole('textbox', { name: 'ひとこと(任意)' }).fill(note);
    await this.page.getByRole('button', { name: '感想を送る' }).click();
  }
}
