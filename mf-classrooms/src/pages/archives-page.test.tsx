import { listArchives, listCategories, listContinuedArchives, listMyArchives } from '@manabiba/shared/data/endpoints';
import { anArchive } from '@manabiba/shared/testing/archive-builders';
import { aCategory, aMe, aPage } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { ArchivesPage } from './archives-page';

const network = () =>
  new FakeNetwork()
    .answer(listCategories, { categories: [aCategory({ id: 'cat_1', name: '数学' })] })
    .answer(listContinuedArchives, { items: [] })
    .answer(listMyArchives, aPage([]))
    .answer(listArchives, ({ query }) => {
      if (query.pickup) return aPage([]);
      return query.sort === 'watched'
        ? aPage([anArchive({ id: 'arc_9', title: '人気' })])
        : aPage([
            anArchive({ title: '字幕つき', captionUrl: '/captions.vtt' }),
            anArchive({ id: 'arc_2', title: '字幕なし' }),
          ]);
    });

it('offers what was begun, with how much is left', async () => {
  const answers = network().answer(listContinuedArchives, {
    items: [anArchive({ title: '単位円', durationSeconds: 2700, resumeAtSeconds: 1140 })],
  });
  renderWithApp(<ArchivesPage />, { me: aMe(), network: answers, path: '/archives' });
  const section = await screen.findByRole('region', { name: '続きから見る' });
  expect(within(section).getByRole('link', { name: '単位円' })).toHaveAttribute('href', '/archives/arc_1');
  expect(within(section).getByText('あと 26分')).toBeVisible();
  expect(within(section).getByRole('img', { name: '42%まで視聴' })).toBeVisible();
});

it('leads a speaker to the recordings that are not published yet, where their words can be taken out', async () => {
  const answers = network().answer(
    listMyArchives,
    aPage([anArchive({ id: 'arc_7', title: '話した回', publishedAt: null })]),
  );
  renderWithApp(<ArchivesPage />, { me: aMe(), network: answers, path: '/archives' });
  const section = within(await screen.findByRole('region', { name: '公開前の確認' }));
  expect(section.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['話した回', '/archives/arc_7'],
  ]);
  expect(section.getByText(/自分の発言を外せます。/)).toBeVisible();
  expect(answers.calls(listMyArchives).map(({ query }) => query)).toEqual([{ review: 'true', limit: '50' }]);
});

it('asks nothing about visitors', async () => {
  const answers = network();
  renderWithApp(<ArchivesPage />, { network: answers, path: '/archives' });
  expect(await screen.findByRole('link', { name: '字幕なし' })).toBeVisible();
  expect(answers.calls(listContinuedArchives)).toHaveLength(0);
  expect(answers.calls(listMyArchives)).toHaveLength(0);
});

it('filters by captions and sorts by watches', async () => {
  const { user } = renderWithApp(<ArchivesPage />, { network: network(), path: '/archives' });
  expect(await screen.findByRole('link', { name: '字幕なし' })).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: '字幕あり' }));
  expect(screen.getByRole('link', { name: '字幕つき' })).toBeVisible();
  expect(screen.queryByRole('link', { name: '字幕なし' })).not.toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: '並び順' }), '視聴の多い順');
  expect(await screen.findByRole('link', { name: '人気' })).toBeVisible();
});

it('leads to the search results of archives', async () => {
  const { user, currentUrl } = renderWithApp(<ArchivesPage />, { network: network(), path: '/archives' });
  await user.type(await screen.findByRole('searchbox', { name: 'アーカイブをさがす' }), '関数{Enter}');
  expect(currentUrl()).toBe(`/search?q=${encodeURIComponent('関数')}&kind=archive`);
});

it('filters by what a person has not watched yet, with its number, and takes the filters off again', async () => {
  const answers = network().answer(listArchives, ({ query }) => {
    if (query.pickup) return aPage([]);
    if (query.unseen !== 'true') return aPage([anArchive({ title: '見たもの' })]);
    return { ...aPage([anArchive({ id: 'arc_3', title: '見ていないもの' })]), total: 17 };
  });
  const { user, currentUrl } = renderWithApp(<ArchivesPage />, { me: aMe(), network: answers, path: '/archives' });
  expect(await screen.findByRole('link', { name: '見たもの' })).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'まだ見ていない' }));
  expect(await screen.findByRole('link', { name: '見ていないもの' })).toBeVisible();
  expect(screen.getByText('17本')).toBeVisible();
  expect(currentUrl()).toBe('/archives?unseen=true');
  await user.click(screen.getByRole('checkbox', { name: '字幕あり' }));
  expect(screen.getByText('「字幕あり」「まだ見ていない」で絞り込んでいます。')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '絞り込みを外す' }));
  expect(await screen.findByRole('link', { name: '見たもの' })).toBeVisible();
  expect(currentUrl()).toBe('/archives');
});

it('offers no filter by what was watched to visitors', async () => {
  const answers = network();
  renderWithApp(<ArchivesPage />, { network: answers, path: '/archives?unseen=true' });
  expect(await screen.findByRole('link', { name: '字幕なし' })).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: 'まだ見ていない' })).not.toBeInTheDocument();
  expect(answers.calls(listArchives).some(({ query }) => 'unseen' in query)).toBe(false);
});
