import type { Page } from '@playwright/test';

import { expect } from '../fixtures/patient-expect';

/** A live classroom: the entry, the stage with its controls, and the side panel. */
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
  /** A reaction that floats over the stage briefly; hidden from assistive technology. */
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

  /** The link to the attendance list, in the room's panel and on the classroom's page. */
  get attendance() {
    return this.page.getByRole('link', { name: '出席の記録' });
  }

  /** The screen that explains why the user is not in the room. */
  obstacle(title: string) {
    return this.page.getByRole('main').getByRole('heading', { name: title });
  }

  get panel() {
    return this.page.getByRole('complementary', { name: '参加者・コメント・質問・資料' });
  }
  /** The poll above the tabs, or the notice of it. */
  get poll() {
    const card = this.panel.getByRole('region', { name: 'アンケート' });
    return {
      card,
      option: (name: string) => card.getByRole('radio', { name }),
      answer: card.getByRole('button', { name: '回答する' }),
      result: (option: string) => card.getByRole('listitem').filter({ hasText: option }),
    };
  }
  /** The polls of the class in the dialog of its moderators. */
  get polls() {
    const dialog = this.page.getByRole('dialog', { name: /アンケート/ });
    return {
      open: this.button('アンケート'),
      prepare: this.button('アンケートを準備'),
      dialog,
      create: dialog.getByRole('button', { name: 'アンケートを作る' }),
      question: dialog.getByLabel('質問'),
      option: (place: number) => dialog.getByRole('textbox', { name: `選択肢${place}` }),
      isCorrect: (place: number) => dialog.getByRole('checkbox', { name: '正解' }).nth(place - 1),
      isNamed: dialog.getByRole('checkbox', { name: 'だれがどう答えたかを記録する' }),
      save: dialog.getByRole('button', { name: '保存する' }),
      start: dialog.getByRole('button', { name: '開始する' }),
      show: dialog.getByRole('button', { name: '締め切って結果を公開' }),
      close: dialog.getByRole('button', { name: '閉じる' }),
    };
  }
  /** 資料 in the panel, or on the page of the class. */
  get materials() {
    return {
      tab: this.panel.getByRole('tab', { name: /資料/ }),
      file: this.page.getByLabel('ファイルを選ぶ'),
      present: this.page.getByRole('button', { name: 'ステージに表示', exact: true }),
      named: (title: string) => this.page.getByRole('button', { name: title, exact: true }),
      part: this.page.getByRole('region', { name: /^資料/ }),
    };
  }
  /** The PDF on the stage. */
  get presented() {
    const part = this.stage.getByRole('region', { name: /^表示中の資料/ });
    return {
      part,
      page: (number: number) => part.getByRole('img', { name: new RegExp(`${number}ページ$`) }).locator('canvas'),
      next: part.getByRole('button', { name: '次のページ' }),
      back: part.getByRole('button', { name: /ページに戻る/ }),
      lookAhead: part.getByRole('button', { name: '参加者が先のページを見られるようにする' }),
      stop: part.getByRole('button', { name: '資料の表示を終える' }),
    };
  }
  /** Where this person is while the room is divided into groups. */
  get group() {
    const card = this.panel.getByRole('region', { name: 'グループ' });
    return {
      card,
      callHost: card.getByRole('button', { name: 'ホストを呼ぶ' }),
      back: card.getByRole('button', { name: 'メインの部屋に戻る' }),
      visit: (name: string) => card.getByRole('button', { name: `${name}を訪ねる` }),
      manage: card.getByRole('button', { name: 'グループを見る' }),
    };
  }
  /** The groups in the dialog of the moderators. */
  get groups() {
    const dialog = this.page.getByRole('dialog', { name: /グループ/ });
    return {
      open: this.button('グループ'),
      dialog,
      way: dialog.getByRole('combobox', { name: '分け方' }),
      choice: (nickname: string) => dialog.getByRole('combobox', { name: `${nickname}さんのグループ` }),
      split: dialog.getByRole('button', { name: 'グループに分ける' }),
      message: dialog.getByRole('textbox', { name: 'すべてのグループへのメッセージ' }),
      send: dialog.getByRole('button', { name: '送信' }),
      recallNow: dialog.getByRole('button', { name: 'すぐに呼び戻す' }),
      close: dialog.getByRole('button', { name: '閉じる' }),
    };
  }
  /** The board on the stage, and the dialog with which its moderators lead it. */
  get board() {
    const part = this.page.getByRole('region', { name: 'ホワイトボード' });
    const dialog = this.page.getByRole('dialog', { name: /ホワイトボード/ });
    return {
      tool: this.button('ホワイトボード'),
      dialog,
      access: (name: string) => dialog.getByRole('radio', { name: new RegExp(`^${name}`) }),
      named: (nickname: string) => dialog.getByRole('checkbox', { name: nickname }),
      open: dialog.getByRole('button', { name: 'ボードを開く' }),
      change: dialog.getByRole('button', { name: '変更する' }),
      clear: dialog.getByRole('button', { name: 'すべて消去', exact: true }),
      confirmClearing: dialog.getByRole('button', { name: 'すべて消去する' }),
      restore: dialog.getByRole('button', { name: '消去を元に戻す' }),
      close: dialog.getByRole('button', { name: 'ボードを閉じる' }),
      part,
      draw: part.getByRole('button', { name: '描く', exact: true }),
      finish: part.getByRole('button', { name: '描き終える' }),
      canvas: part.locator('canvas.interactive'),
      /** What is drawn, for those who do not draw. */
      drawn: (kind: string) => part.locator(`svg [data-kind="${kind}"]`),
    };
  }
  /** Draws a rectangle in the open editor, from a place on its canvas as a share of its size, right of its panel. */
  async drawRectangle(x: number, y: number): Promise<void> {
    const { canvas } = this.board;
    const box = await canvas.boundingBox();
    if (!box) throw new Error('The editor has no canvas');
    const at = (shareX: number, shareY: number) => [box.x + box.width * shareX, box.y + box.height * shareY] as const;
    await this.page.mouse.click(...at(x, y));
    await this.page.keyboard.press('r');
    await this.page.mouse.move(...at(x, y));
    await this.page.mouse.down();
    await this.page.mouse.move(...at(x + 0.1, y + 0.15), { steps: 4 });
    await this.page.mouse.up();
  }
  /** The polls in the records of an ended class. */
  get pollRecords() {
    const part = this.page.getByRole('region', { name: /アンケート/ });
    return { part, save: part.getByRole('button', { name: 'CSVで保存' }) };
  }
  get people() {
    return this.panel.getByRole('list', { name: '参加している人' });
  }
  get hands() {
    return this.panel.getByRole('list', { name: '手を挙げている人' });
  }
  /** What happened while the viewer was away. */
  get missed() {
    const dialog = this.page.getByRole('dialog', { name: '不在のあいだの出来事' });
    return {
      summary: this.stage.getByText(/^不在のあいだに/),
      open: this.stage.getByRole('button', { name: 'まとめて見る' }),
      items: dialog.getByRole('listitem'),
      close: dialog.getByRole('button', { name: '閉じる' }),
    };
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

  /** Opens the classroom's page and joins. */
  async enter(id: string, key?: string) {
    await this.open(id, key);
    await this.join.click();
    await this.passPrejoin();
    await expect(this.stage).toBeVisible();
    // The first connection of a browser also loads its code; until then no people are shown, and after a timeout it
    // counts as lost.
    await expect(this.speakers).toBeVisible({ timeout: 40_000 });
  }

  /** The mini player, in which a room continues on other pages. */
  get mini() {
    return this.page.getByRole('complementary', { name: '参加中の教室' });
  }
  get captions() {
    return this.page.getByRole('log', { name: '自動字幕' });
  }

  /** The screen before a room with voice and video; a room without has none. */
  get prejoin() {
    return this.page.getByText('入室の準備', { exact: true });
  }

  /** Joins without a camera from the screen before a room with voice and video. */
  async passPrejoin() {
    await expect(this.stage.or(this.prejoin)).toBeVisible();
    if (await this.prejoin.isVisible()) await this.join.click();
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

  async showQuestions() {
    await this.panel.getByRole('tab', { name: /質問/ }).click();
  }
  get questions() {
    return this.panel.getByRole('region', { name: '質問の一覧' });
  }
  question(body: string) {
    return this.questions.getByRole('listitem').filter({ has: this.page.getByText(body, { exact: true }) });
  }
  vote(body: string) {
    return this.question(body).getByRole('button', { name: `「${body}」に投票する` });
  }
  async ask(body: string) {
    await this.panel.getByRole('textbox', { name: '質問' }).fill(body);
    await this.panel.getByRole('button', { name: '質問する' }).click();
  }
  /** Chooses from the menu of a question. */
  async chooseFor(body: string, item: string) {
    await this.question(body)
      .getByRole('button', { name: `「${body}」の操作` })
      .click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }
  /** What the host has put over the stage. */
  get pinned() {
    return this.page.getByRole('region', { name: /^ピン留めされた/ });
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

  /** Chooses an action from a participant's menu. */
  async act(nickname: string, name: string) {
    await this.openMenuOf(nickname);
    await this.page.getByRole('menuitem', { name }).click();
  }

  /** Confirms the dialog and waits until it closes. */
  async confirm(name: string) {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('button', { name, exact: true }).click();
    await expect(dialog).toHaveCount(0);
  }

  /** A page may have the same button at the side and at the bottom; only one of them is visible. */
  private button(name: string) {
    return this.page.getByRole('main').getByRole('button', { name, exact: true }).filter({ visible: true }).first();
  }
}
