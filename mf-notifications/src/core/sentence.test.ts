import type { UserNotification } from '@manabiba/shared/contract/notifications';
import { aNotification, aUser } from '@manabiba/shared/testing/builders';

import { innerPath, sentenceOf } from './sentence';

const say = (changes: Partial<UserNotification>) =>
  sentenceOf(aNotification(changes), (moment) => moment.toISOString().slice(11, 16))
    .map((part) => part.text)
    .join('');

it.each<[UserNotification['kind'], Partial<UserNotification>, string]>([
  ['management', { title: 'サービスの終了について' }, '運営からのお知らせ サービスの終了について'],
  ['eventStartBeforeFiveMinutes', { title: '詩を読む夜' }, '「詩を読む夜」がまもなく始まります(5分前)'],
  ['eventStartBeforeOneHour', { title: '詩を読む夜' }, '「詩を読む夜」は1時間後に始まります'],
  ['eventArchived', { title: '宇宙の音を聴く' }, '「宇宙の音を聴く」のアーカイブを公開しました'],
  ['eventOpen', { title: '詩を読む夜' }, '「詩を読む夜」の入場を開始しました'],
  ['userFollow', { title: '', actor: aUser({ nickname: '西 ことね' }) }, '西 ことねさんにフォローされました'],
  [
    'classroomCreatedByFollow',
    { title: 'デッサン入門', actor: aUser({ nickname: '西 ことね' }) },
    '西 ことねさんが教室「デッサン入門」を作成しました',
  ],
  [
    'classroomReservedByFollow',
    { title: 'デッサン入門', actor: aUser({ nickname: '西 ことね' }) },
    '西 ことねさんが教室「デッサン入門」を予約しました',
  ],
  ['reservedClassroomStarted', { title: '三角関数' }, '予約した教室「三角関数」が始まりました'],
  ['reservedClassroomCancelled', { title: '朝の漢文' }, '予約した教室「朝の漢文」は中止になりました'],
  [
    'changeClassroomTime',
    { title: '地図を描く', body: '2026-11-22T04:00:00.000Z/2026-11-22T04:45:00.000Z' },
    '教室「地図を描く」の開始日時が04:00から04:45に変更されました',
  ],
])('renders %s', (kind, changes, sentence) => {
  expect(say({ kind, ...changes })).toBe(sentence);
});

it('emphasizes the subject and strikes through the old time', () => {
  const parts = sentenceOf(
    aNotification({
      kind: 'changeClassroomTime',
      title: '地図',
      body: '2026-11-22T04:00:00.000Z/2026-11-22T04:45:00.000Z',
    }),
    () => '時刻',
  );
  expect(parts.filter((part) => part.as !== 'words').map((part) => [part.as, part.text])).toEqual([
    ['subject', '「地図」'],
    ['past', '時刻'],
    ['moment', '時刻'],
  ]);
});

it.each(['', '変更', '2026-11-22T04:00:00.000Z', '2026-11-22T04:00:00.000Z/未定'])(
  'omits the times when they cannot be parsed (%j)',
  (body) => {
    expect(say({ kind: 'changeClassroomTime', title: '地図', body })).toBe('教室「地図」の開始日時が変更されました');
  },
);

it('names a deleted user without さん', () => {
  expect(say({ kind: 'userFollow', actor: null })).toBe('退会したユーザーにフォローされました');
});

it.each([
  ['/classrooms/cls_1?key=a', '/classrooms/cls_1?key=a'],
  ['https://elsewhere.example/', '/'],
  ['//elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
])('keeps the link %j inside the product', (url, path) => {
  expect(innerPath(url)).toBe(path);
});
