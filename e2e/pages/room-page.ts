import type { Page } from '@playwright/test';

import { expect } from '../fixtures/patient-expect';

/** A live classroom: the way in, the stage with its controls, and the panel beside it. */
export class RoomPage {
  constructor(readonly page: Page) {}

  get reserve() {
    return this.button('予約する');
  }
  get cancelReservation() {
    return this.button('予約を取り消す');
  }
  get start() {
    return this.button('教室を始める');
  }
  get join() {
    return this.button('参加する');
  }
  get switchHere() {
    return this.page.getByRole('button', { name: 'この画面に切り替える' });
  }

  get stage() {
    return this.page.getByRole('region', { name: 'ステージ' });
  }
  get speakers() {
    return this.stage.getByRole('list', { name: '話せる人' });
  }
  /** What floats over the stage for a moment; it is for the eye alone. */
  floating(nickname: string) {
    return this.stage.getByText(nickname).and(this.stage.locator('[aria-hidden] *')).first();
  }
  speaker(nickname: string) {
    return this.speakers.getByRole('listitem').filter({ hasText: nickname });
  }
  get outage() {
    return this.stage.getByText('オフラインモードで動作します');
  }
  get controls() {
    return this.page.getByRole('group', { name: '操作', exact: true });
  }
  get reactions() {
    return this.page.getByRole('group', { name: 'リアクション' });
  }

  heading(name: string) {
    return this.page.getByRole('heading', { level: 1, name });
  }

  /** 招待リンク on the page of a private classroom. */
  get invitation() {
    const part = this.page.getByRole('complementary', { name: '日時と予約' });
    return {
      url: part.getByRole('textbox', { name: '招待リンクのURL' }),
      copy: part.getByRole('button', { name: 'リンクをコピー' }),
      rotate: part.getByRole('button', { name: 'リンクを新しくする' }),
    };
  }

  /** The way to the attendance, in the room's panel and on the class page. */
  get attendance() {
    return this.page.getByRole('link', { name: '出席の記録' });
  }

  /** Why one is not in the room. */
  obstacle(title: string) {
    return this.page.getByRole('main').getByRole('heading', { name: title });
  }

  get panel() {
    return this.page.getByRole('complementary', { name: '参加者とコメント' });
  }
  get people() {
    return this.panel.getByRole('list', { name: '参加している人' });
  }
  get hands() {
    return this.panel.getByRole('list', { name: '手を挙げている人' });
  }
  get lobby() {
    return this.panel.getByRole('list', { name: '入室を待っている人' });
  }
  get comments() {
    return this.panel.getByRole('region', { name: 'コメントの一覧' });
  }
  get composer() {
    return this.panel.getByRole('textbox', { name: 'コメント' });
  }
  get send() {
    return this.panel.getByRole('button', { name: '送信', exact: true });
  }

  async open(id: string, key?: string) {
    await this.page.goto(`/classrooms/${id}${key ? `?key=${key}` : ''}`);
  }

  /** Opens the classroom's page and goes in. */
  async enter(id: string, key?: string) {
    await this.open(id, key);
    await this.join.click();
    await expect(this.stage).toBeVisible();
    // The first line of a browser brings its code with it; until it is there nobody is shown, and after a while it counts as lost.
    await expect(this.speakers).toBeVisible({ timeout: 40_000 });
  }

  control(name: string) {
    return this.page.getByRole('group', { name: '操作', exact: true }).getByRole('button', { name });
  }

  person(nickname: string) {
    return this.people.getByRole('listitem').filter({ hasText: nickname });
  }

  comment(body: string) {
    return this.comments.getByRole('listitem').filter({ has: this.page.getByText(body, { exact: true }) });
  }

  async showPeople() {
    await this.panel.getByRole('tab', { name: /参加者/ }).click();
  }

  async showComments() {
    await this.panel.getByRole('tab', { name: /コメント/ }).click();
  }

  async write(body: string) {
    await this.composer.fill(body);
    await this.send.click();
  }

  menuOf(nickname: string) {
    return this.page.getByRole('menu', { name: `${nickname}さんの操作` });
  }

  openMenuOf(nickname: string) {
    return this.person(nickname)
      .getByRole('button', { name: `${nickname}さんの操作` })
      .click();
  }

  /** Chooses from somebody's menu. */
  async act(nickname: string, name: string) {
    await this.openMenuOf(nickname);
    await this.page.getByRole('menuitem', { name }).click();
  }

  /** Says yes to the question that is asked, which goes when all is done. */
  async confirm(name: string) {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('button', { name, exact: true }).click();
    await expect(dialog).toHaveCount(0);
  }

  /** A page may have the same button at its side and at its foot; one of them is seen. */
  private button(name: string) {
    return this.page.getByRole('main').getByRole('button', { name, exact: true }).filter({ visible: true }).first();
  }
}
