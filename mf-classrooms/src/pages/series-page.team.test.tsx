import type { SeriesDetail } from '@manabiba/shared/contract/series';
import type { SeriesRole } from '@manabiba/shared/contract/team-rights';
import { addSeriesDates, getSeries, listCategories, listClassrooms } from '@manabiba/shared/data/endpoints';
import { aCategory, aClassroom, aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { aSeries, aSeriesDate } from '@manabiba/shared/testing/series-builders';
import { screen, waitFor } from '@testing-library/react';

import { SeriesPage } from './series-page';

/** A member of the team looks at a series with one date, which is over. */
function setUp(roles: SeriesRole[], changes: Partial<SeriesDetail> = {}) {
  const dates = [aSeriesDate({ classroom: aClassroom({ id: 'cls_sun', name: '太陽', state: 'ended' }) })];
  const network = new FakeNetwork()
    .answer(getSeries, aSeries({ isHost: false, myAccess: { isOwner: false, roles }, dates, ...changes }))
    .answer(listCategories, { categories: [aCategory()] });
  const app = renderWithApp(<SeriesPage />, {
    me: aMe('adult'),
    network,
    path: '/series/srs_stars',
    pattern: '/series/{id}',
  });
  return { ...app, network };
}

describe('the page of a series shows its team', () => {
  it('with the role of editing how to change it, and the classes of the host to add', async () => {
    const { user, network } = setUp(['edit']);
    network
      .answer(listClassrooms, { items: [aClassroom({ id: 'cls_moon', name: '月' })], nextCursor: null, totalCount: 1 })
      .answer(addSeriesDates, undefined);
    await user.click(await screen.findByRole('button', { name: '回を追加する' }));
    await user.click(await screen.findByRole('checkbox', { name: '月' }));
    await user.click(screen.getByRole('button', { name: '追加する' }));
    await waitFor(() => expect(network.calls(addSeriesDates)[0]?.body).toEqual({ classroomIds: ['cls_moon'] }));
    expect(screen.getByRole('link', { name: '運営メンバー' })).toHaveAttribute('href', '/series/srs_stars/team');
    expect(screen.queryByRole('button', { name: '終了する' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: '「太陽」の出席の記録' })).not.toBeInTheDocument();
  });

  it('with the role of editing the texts to change, and not the discount', async () => {
    const { user } = setUp(['edit'], { discountPercent: 10 });
    await user.click(await screen.findByRole('button', { name: '編集する' }));
    expect(screen.getByRole('textbox', { name: 'タイトル' })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: /割引/ })).not.toBeInTheDocument();
  });

  it('with the role of attendance where to read it, and nothing to change', async () => {
    setUp(['attendance']);
    expect(await screen.findByRole('link', { name: '「太陽」の出席の記録' })).toHaveAttribute(
      'href',
      '/classrooms/cls_sun/attendance',
    );
    expect(await screen.findByRole('link', { name: '運営メンバー' })).toBeVisible();
    for (const name of ['編集する', '回を追加する', '終了する', '「太陽」を連続講座から外す'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });
});
