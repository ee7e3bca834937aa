import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { aListedSeries } from '@manabiba/shared/testing/series-builders';
import { screen } from '@testing-library/react';

import { SeriesResults } from './series-results';

const aRow = (changes: Parameters<typeof aListedSeries>[0]) => {
  renderWithApp(<SeriesResults items={[aListedSeries(changes)]} />);
  return screen.getByRole('listitem');
};

it('links to each series, with its host, the number of dates and the next one', () => {
  const row = aRow({ endedCount: 1 });
  expect(screen.getByRole('link', { name: '星を学ぶ4週間' })).toHaveAttribute('href', '/series/srs_stars');
  expect(row).toHaveTextContent(/全4回1回終了次は ?2026年12月1日/);
  expect(row).toHaveTextContent(aListedSeries().host.nickname);
});

it.each<[string, Parameters<typeof aListedSeries>[0], string]>([
  ['one is on', { isLive: true }, '開催中'],
  ['all are over', { nextStartAt: null, endedAt: '2026-11-01T00:00:00.000Z' }, '終了'],
])('names no next date when %s', (_when, changes, shown) => {
  const row = aRow(changes);
  expect(row).toHaveTextContent(shown);
  expect(row).not.toHaveTextContent('次は');
});
