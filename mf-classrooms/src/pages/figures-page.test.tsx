import type { ArchiveFigures, ClassFigures, HostFigures } from '@manabiba/shared/contract/host-figures';
import { getHostFigures, listArchiveFigures, listClassFigures } from '@manabiba/shared/data/endpoints';
import { aMe, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { FiguresPage } from './figures-page';

const totals: HostFigures = {
  classCount: 3,
  smallClassCount: 1,
  joined: 1028,
  medianSeconds: 2390,
  stayed: { part: 20, whole: 28 },
  returning: null,
  rating: { average: 4.67, count: 6 },
};
const aClass: ClassFigures = {
  id: 'cls_1',
  name: 'やさしい統計',
  startAt: inMinutes(-100),
  joined: 20,
  medianSeconds: 2700,
  stayed: 12,
  returning: 'few',
  rating: { count: 6, average: 4.67 },
};
const anArchive: ArchiveFigures = {
  id: 'arc_1',
  title: '星の一生',
  publishedAt: inMinutes(-50),
  durationSeconds: 1000,
  viewers: 22,
  reached: [22, 22, 14, 14, 14, 14, 6, 6, null, null],
};
const listOf = <Item,>(...items: Item[]) => ({ items, nextCursor: null });

interface World {
  classes?: ClassFigures[];
  archives?: ArchiveFigures[];
  network?: FakeNetwork;
  path?: string;
}

function setUp({
  classes = [aClass],
  archives = [anArchive],
  network = new FakeNetwork()
    .answer(getHostFigures, totals)
    .answer(listClassFigures, listOf(...classes))
    .answer(listArchiveFigures, listOf(...archives)),
  path = '/me/classrooms/figures',
}: World = {}) {
  return renderWithApp(<FiguresPage />, { path, pattern: '/me/classrooms/figures', me: aMe('professional'), network });
}
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );

it('shows the totals, and which classes are not in them', async () => {
  setUp();
  expect(await screen.findByText('参加した人(延べ)')).toBeInTheDocument();
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(values).toEqual(['3回', '1,028人', '40分', '71%', '–', '★4.7(6件)']);
  expect(screen.getByText('参加した人が5人未満の教室1回は、人数に含みません。')).toBeInTheDocument();
});

it('shows each class with its shares, and what is too few to show', async () => {
  const small: ClassFigures = {
    ...aClass,
    id: 'cls_2',
    joined: 'few',
    medianSeconds: null,
    stayed: 'hidden',
    returning: 'hidden',
    rating: { count: 'few', average: null },
  };
  const empty: ClassFigures = {
    ...small,
    id: 'cls_3',
    joined: 0,
    stayed: 0,
    returning: 0,
    rating: { count: 0, average: null },
  };
  setUp({ classes: [aClass, small, empty] });
  expect(await rowsOf('教室ごとの数字')).toEqual([
    ['20人', '45分', '12人(60%)', '5人未満', '★4.7(6件)'],
    ['5人未満', '–', '非表示', '非表示', '5人未満'],
    ['0人', '–', '0人', '0人', '–'],
  ]);
  expect(screen.getAllByRole('link', { name: 'やさしい統計' })[0]).toHaveAttribute('href', '/classrooms/cls_1');
});

it('says where an archive loses most viewers, with the numbers of the curve as a table', async () => {
  const { user } = setUp();
  expect(await screen.findByText('3:20から5:00の間に、いちばん多くの人が見るのをやめました。')).toBeInTheDocument();
  await user.click(screen.getByText('数字で見る'));
  expect((await rowsOf('「星の一生」を見た人')).flat()).toEqual([
    '22人(100%)',
    '22人(100%)',
    '22人(100%)',
    '14人(64%)',
    '14人(64%)',
    '14人(64%)',
    '14人(64%)',
    '6人(27%)',
    '6人(27%)',
    '5人未満',
    '5人未満',
  ]);
});

it.each([
  [{ viewers: 0, reached: null }, 'まだ見た人はいません。'],
  [{ viewers: 'few', reached: null }, '見た人が5人未満のあいだは、どこまで見られたかを表示しません。'],
  [{ viewers: 9, reached: Array.from({ length: 10 }, () => 9) }, 'ほとんどの人が最後まで見ました。'],
] as const)('says of an archive with %j: %s', async (given, sentence) => {
  setUp({ archives: [{ ...anArchive, ...given, reached: given.reached && [...given.reached] }] });
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

it('limits classes, not archives, to a period that the URL keeps', async () => {
  const { user, network, currentUrl } = setUp();
  await screen.findByRole('table', { name: '教室ごとの数字' });
  const period = within(screen.getByRole('group', { name: '期間' }));
  expect(period.getByRole('link', { current: true })).toHaveTextContent('すべて');
  await user.click(period.getByRole('link', { name: '30日' }));
  expect(currentUrl()).toBe('/me/classrooms/figures?days=30');
  expect(period.getByRole('link', { current: true })).toHaveTextContent('30日');
  await screen.findByRole('table', { name: '教室ごとの数字' });
  for (const calls of [network.calls(getHostFigures), network.calls(listClassFigures)])
    expect(calls.map(({ query }) => query.days)).toEqual([undefined, '30']);
  expect(network.calls(listArchiveFigures)).toHaveLength(1);
});

it.each([
  ['', '終わった教室はまだありません。', '開く教室を見る', '/me/classrooms?role=host'],
  ['?days=90', 'この期間に終わった教室はありません。', 'すべての期間を見る', '/me/classrooms/figures'],
])('says what to do without classes%s', async (query, title, action, href) => {
  const network = new FakeNetwork()
    .answer(getHostFigures, { ...totals, classCount: 0, smallClassCount: 0, joined: 0 })
    .answer(listClassFigures, listOf())
    .answer(listArchiveFigures, listOf());
  setUp({ network, path: `/me/classrooms/figures${query}` });
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: action })).toHaveAttribute('href', href);
  expect(await screen.findByRole('heading', { name: '公開しているアーカイブはありません。' })).toBeInTheDocument();
  expect(screen.queryByText('終わった教室')).not.toBeInTheDocument();
});

it('shows each part that failed with a retry', async () => {
  const network = new FakeNetwork()
    .refuse(getHostFigures, 'internal')
    .refuse(listClassFigures, 'internal')
    .refuse(listArchiveFigures, 'internal');
  const { user } = setUp({ network });
  for (const title of ['合計', '教室ごとの数字', 'アーカイブごとの数字'])
    expect(await screen.findByText(`${title}を表示できませんでした。`)).toBeInTheDocument();
  network.answer(getHostFigures, totals);
  const [retry] = screen.getAllByRole('button', { name: 'もう一度試す' });
  if (retry) await user.click(retry);
  expect(await screen.findByText('1,028')).toBeInTheDocument();
});
