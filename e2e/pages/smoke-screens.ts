import { byLabel, byRole, byText } from '../browsers/element-query';

/* Element queries for the suite of other browsers, which cannot use Playwright's locators. */

const main = byRole('main');
const banner = byRole('banner');
const dialog = byRole('dialog');

export const consentScreen = { decline: byRole('button', '同意しない') };

export const chromeScreen = {
  menuButton: byRole('button', /メニューを開く/, banner),
  signOut: byRole('menuitem', 'ログアウト'),
  createButton: byRole('button', '教室をつくる'),
  outage: byText(/オフラインモードで動作します/),
};

export const topScreen = { liveClassrooms: byRole('heading', /開催中の教室/) };

export const signInScreen = {
  email: byRole('textbox', 'メールアドレス', main),
  password: byLabel('パスワード'),
  submit: byRole('button', 'ログイン', main),
};

export const signUpScreen = {
  next: byRole('button', '次へ', main),
  nickname: byLabel(/^ニックネーム/),
  birthDate: byLabel(/^生年月日/),
  agree: byRole('checkbox', /同意する/),
  submit: byRole('button', 'アカウントを作成'),
  welcome: (nickname: string) => byRole('heading', `ようこそ、${nickname}さん`),
};

export const settingsScreen = { title: byRole('heading', 'アカウント設定'), email: byRole('region', 'メールアドレス') };

export const createScreen = {
  dialog,
  title: byRole('textbox', /^タイトル/, dialog),
  submit: byRole('button', '作成する', dialog),
};

const stage = byRole('region', 'ステージ');
const panel = byRole('complementary', '参加者・コメント・質問・資料');

export const roomScreen = {
  join: byRole('button', '参加する', main),
  prejoin: byText('入室の準備', main),
  stage,
  speaker: (nickname: string) => byText(new RegExp(nickname), byRole('list', '話せる人', stage)),
  reaction: (name: string) => byRole('button', name, byRole('group', 'リアクション')),
  commentsTab: byRole('tab', /コメント/),
  composer: byRole('textbox', 'コメント', panel),
  send: byRole('button', '送信', panel),
  comment: (body: string) => byText(body, byRole('region', 'コメントの一覧')),
};
