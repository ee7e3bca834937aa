import { shareCardOf } from './share-card';

const setUp = (given: Partial<Parameters<typeof shareCardOf>[0]> = {}) =>
  shareCardOf(
    {
      id: 'cls_1',
      eventId: null,
      name: '星の一生',
      hostNickname: '岡田 真帆',
      categoryName: '数学・統計',
      picturePath: null,
      state: 'scheduled',
      startAt: new Date('2026-11-21T04:45:00.000Z'),
      ...given,
    },
    'https://manabiba.example',
    new Date('2026-11-21T04:40:00.000Z'),
  );

it('contains host, subject and the time in Japan', () => {
  expect(setUp()).toEqual({
    url: 'https://manabiba.example/classrooms/cls_1',
    title: '星の一生',
    text: '岡田 真帆さんの教室「星の一生」。2026年11月21日(土) 13:45(日本時間)から。',
    imageUrl: 'https://manabiba.example/media/og.png',
    hashtags: ['まなびば', '数学統計'],
  });
});

it.each([
  ['live', '開催中です。'],
  ['ended', 'この教室は終了しました。'],
  ['cancelled', 'この教室は中止になりました。'],
] as const)('describes a classroom that is %s as %s', (state, sentence) => {
  expect(setUp({ state }).text).toContain(sentence);
});

it.each([
  ['live', '岡田 真帆さんのイベント「星の一生」。2026年11月21日(土) 13:45(日本時間)から。'],
  ['ended', '岡田 真帆さんのイベント「星の一生」。このイベントは終了しました。'],
] as const)('sends to the page of the event whose room is %s five minutes before its start', (state, text) => {
  expect(setUp({ eventId: 'evt_1', state })).toMatchObject({ url: 'https://manabiba.example/events/evt_1', text });
});

it('uses its own image when it has one', () => {
  expect(setUp({ picturePath: '/v1/classrooms/cls_1/pictures/1.png' }).imageUrl).toBe(
    'https://manabiba.example/v1/classrooms/cls_1/pictures/1.png',
  );
});

it('has no empty hashtag', () => {
  expect(setUp({ categoryName: '' }).hashtags).toEqual(['まなびば']);
});
