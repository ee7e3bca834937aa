import type { Page } from '@playwright/test';

/** The ratings on the page of an ended class, an event, an archive or a profile, and what a class was for whoever attended it. */
export class RatingsPart {
  constructor(private readonly page: Page) {}

  /** What the class was, named by its thanks, which differ for host and attendees. */
  thanks(words: string) {
    return this.page.getByRole('region', { name: words });
  }
  get section() {
    return this.page.getByRole('region', { name: /^レビュー/ });
  }
  get rows() {
    return this.section.getByRole('listitem');
  }
  get question() {
    return this.page.getByRole('group', { name: 'この教室はいかがでしたか' });
  }
  /** What the viewer has written, once it is saved. */
  get own() {
    return this.page.getByRole('heading', { name: 'あなたのレビュー' });
  }

  async rate(stars: number, note: string) {
    await this.question.getByRole('radio', { name: `星${stars}つ` }).check({ force: true });
    await this.page.getByRole('textbox', { name: 'ひとこと(任意)' }).fill(note);
    await this.page.getByRole('button', { name: 'レビューを公開する' }).click();
  }

  async answer(author: string, words: string) {
    await this.section.getByRole('button', { name: `${author}のレビューに返信する` }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '返信' }).fill(words);
    await dialog.getByRole('button', { name: '返信を公開する' }).click();
  }
}
