import { anArchive } from '@manabiba/shared/testing/archive-builders';
import { aClassroom, aClassroomDetail, anEvent, aProfile, aUser } from '@manabiba/shared/testing/builders';
import { aSeries, aSeriesDate } from '@manabiba/shared/testing/series-builders';

import { linkCardOf, linkCardOfList } from './link-card';

const host = aUser({ nickname: '小林 亮太' });
const ofClassroom = (changes: Parameters<typeof aClassroomDetail>[0]) =>
  linkCardOf({
    kind: 'classroom',
    classroom: aClassroomDetail({
      name: '三角関数',
      host,
      description: '図から\n入ります。',
      startAt: '2026-11-21T04:45:00.000Z',
      ...changes,
    }),
  });

it('names the host, the subject and the start time in Japan', () => {
  expect(ofClassroom({})).toEqual({
    title: '三角関数',
    text: '小林 亮太さんの教室。2026年11月21日(土)13:45(日本時間)から。図から 入ります。',
    imageUrl: expect.stringMatching(/^\/v1\/classrooms\/[^/]+\/pictures\/[0-9a-f]{16}\.png$/),
  });
});

it.each([
  ['live', '開催中です。'],
  ['ended', 'この教室は終了しました。'],
  ['cancelled', 'この教室は中止になりました。'],
] as const)('describes a classroom that is %s: %s', (state, sentence) => {
  expect(ofClassroom({ state }).text).toContain(sentence);
});

it('changes the image URL with the title, the host, the time, the category or a cancellation', () => {
  const pictures = [
    {},
    { name: '数列' },
    { host: aUser({ nickname: '岡田 真帆' }) },
    { startAt: '2026-11-22T04:45:00.000Z' },
    { categoryId: 'cat_art' },
    { state: 'cancelled' as const },
  ].map((changes) => ofClassroom({ id: 'cls_1', ...changes }).imageUrl);
  expect(new Set(pictures).size).toBe(pictures.length);
  expect(ofClassroom({ id: 'cls_1', description: '別の説明', reservedCount: 9 }).imageUrl).toBe(pictures[0]);
});

it.each([
  ['published', '2026年11月21日(土)13:45(日本時間)から。主催は星の会。夜空。図から。'],
  ['cancelled', 'このイベントは中止になりました。夜空。図から。'],
  ['ended', 'このイベントは終了しました。夜空。図から。'],
] as const)('describes an event that is %s', (state, text) => {
  const { organizer } = anEvent({});
  const event = anEvent({
    id: 'evt_1',
    title: '星',
    subtitle: '夜空',
    description: '図から。',
    startAt: '2026-11-21T04:45:00.000Z',
    state,
    organizer: { ...organizer, orgName: '星の会' },
  });
  expect(linkCardOf({ kind: 'event', event })).toEqual({
    title: '星',
    text,
    imageUrl: expect.stringMatching(/^\/v1\/events\/evt_1\/pictures\/[0-9a-f]{16}\.png$/),
  });
});

it('truncates a long description', () => {
  expect([...ofClassroom({ description: '長'.repeat(500) }).text]).toHaveLength(120);
});

it('describes an archive by its host', () => {
  const archive = anArchive({ id: 'arc_1', title: '三角関数', host, description: '図から。' });
  expect(linkCardOf({ kind: 'archive', archive })).toEqual({
    title: '三角関数',
    text: '小林 亮太さんのアーカイブ。図から。',
    imageUrl: expect.stringMatching(/^\/v1\/archives\/arc_1\/pictures\/[0-9a-f]{16}\.png$/),
  });
});

it.each([
  ['with a date ahead', 'scheduled', '全1回。次は2026年11月21日(土)13:45(日本時間)から。図から。'],
  ['that is over', 'ended', '全1回。この連続講座は終了しました。図から。'],
] as const)('describes a series %s', (_which, state, text) => {
  const dates = [aSeriesDate({ classroom: aClassroom({ state, startAt: '2026-11-21T04:45:00.000Z' }) })];
  const series = aSeries({ title: '三角関数', host, description: '図から。', dates });
  expect(linkCardOf({ kind: 'series', series })).toEqual({
    title: '三角関数',
    text: `小林 亮太さんの連続講座。${text}`,
    imageUrl: expect.stringMatching(/^\/v1\/series\/srs_stars\/pictures\/[0-9a-f]{16}\.png$/),
  });
});

it('has an image of professionals only: anyone else may be a child', () => {
  const imageOf = (isProfessional: boolean) =>
    linkCardOf({ kind: 'user', user: aProfile({ isProfessional }) }).imageUrl;
  expect(imageOf(true)).toMatch(/^\/v1\/users\/[^/]+\/pictures\/[0-9a-f]{16}\.png$/);
  expect(imageOf(false)).toBeNull();
});

it('describes each public list in words of its own, and no other page', () => {
  const lists = ['/classrooms', '/events', '/archives', '/professionals', '/plans'].map(linkCardOfList);
  expect(new Set(lists.map((card) => card?.text)).size).toBe(5);
  expect(new Set(lists.map((card) => card?.imageUrl)).size).toBe(5);
  expect(['/', '/settings', '/events/{id}', '/constructor'].map(linkCardOfList)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('describes a person by their organisation and introduction, or says that it is a profile', () => {
  const organisation = { orgName: '森の教室', orgUrl: null, categoryIds: [] };
  const user = aProfile({ nickname: '森 実紀', introduction: '星の話をします。', organisation });
  expect(linkCardOf({ kind: 'user', user }).text).toBe('森の教室。星の話をします。');
  expect(linkCardOf({ kind: 'user', user: { ...user, introduction: '', organisation: null } }).text).toBe(
    '森 実紀さんのプロフィールです。',
  );
});
