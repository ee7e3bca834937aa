import { getSeries, listCategories } from '@manabiba/shared/data/endpoints';
import { aClassroom } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { aSeries, aSeriesDate } from '@manabiba/shared/testing/series-builders';
import { screen } from '@testing-library/react';

import { NextDate } from './next-date';

const ended = aClassroom({ id: 'cls_1', name: '太陽', state: 'ended' });
const series = { id: 'srs_stars', title: '星を学ぶ4週間', number: 1 };

function open(next: Parameters<typeof aClassroom>[0]) {
  const network = new FakeNetwork()
    .answer(listCategories, { categories: [] })
    .answer(
      getSeries,
      aSeries({
        dates: [
          aSeriesDate({ classroom: ended }),
          aSeriesDate({ number: 2, classroom: aClassroom({ name: '惑星', ...next }) }),
        ],
      }),
    );
  renderWithApp(<NextDate classroomId="cls_1" series={series} />, { network });
}

it('says which date of which series a class is, and offers the next one', async () => {
  open({});
  const link = screen.getByRole('link', { name: '連続講座『星を学ぶ4週間』 第1回' });
  expect(link).toHaveAttribute('href', '/series/srs_stars');
  expect(await screen.findByRole('heading', { name: '惑星' })).toBeVisible();
  expect(screen.getByText('次は第2回')).toBeVisible();
});

it('leads to the page of the next date when that is an event', async () => {
  open({ eventId: 'evt_1', privateMode: true });
  expect(await screen.findByRole('link', { name: '惑星' })).toHaveAttribute('href', '/events/evt_1');
  expect(screen.queryByText('招待制')).not.toBeInTheDocument();
});

it('leads to the series alone after the last date', async () => {
  open({ state: 'cancelled' });
  expect(screen.getByRole('link', { name: /連続講座/ })).toBeVisible();
  expect(screen.queryByRole('heading', { name: '惑星' })).not.toBeInTheDocument();
});
