import type { SeriesDetail, SeriesTicket } from '@manabiba/shared/contract/series';
import type { Me } from '@manabiba/shared/contract/users';
import {
  addSeriesDates,
  endSeries,
  getSeries,
  listCategories,
  listMyClassrooms,
  listOrganizedEvents,
  removeSeriesDate,
  updateSeries,
} from '@manabiba/shared/data/endpoints';
import {
  aCategory,
  aClassroom,
  aMe,
  anOrganizedEvent,
  aPage,
  aUser,
  inMinutes,
} from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { aSeries, aSeriesDate, aSeriesTicket } from '@manabiba/shared/testing/series-builders';
import { screen, waitFor, within } from '@testing-library/react';
import { millisecondsInHour } from 'date-fns/constants';

import { SeriesPage } from './series-page';

/** An event as a date of a series; free without a ticket. */
const anEventDate = (
  number: number,
  name: string,
  ticket: Partial<SeriesTicket> | null,
  state = 'scheduled' as const,
) =>
  aSeriesDate({
    number,
    classroom: aClassroom({ id: `cls_${number}`, name, state, eventId: `evt_${number}`, privateMode: true }),
    ticket: ticket && aSeriesTicket({ eventId: `evt_${number}`, ...ticket }),
  });
const dates = [
  aSeriesDate({ number: 1, classroom: aClassroom({ id: 'cls_1', name: '太陽' }) }),
  anEventDate(2, '惑星', { price: 1500 }),
  anEventDate(3, '銀河', { price: 2000 }),
  anEventDate(4, '彗星', { state: 'sold_out' }),
  anEventDate(5, '宇宙', { state: 'not_open' }),
];

function setUp(series: Partial<SeriesDetail> = {}, me: Me = aMe('adult'), network = new FakeNetwork()) {
  network
    .answer(listCategories, { categories: [aCategory()] })
    .answer(getSeries, aSeries({ dates, discountPercent: 10, ...series }));
  const app = renderWithApp(<SeriesPage />, { path: '/series/srs_stars', pattern: '/series/{id}', me, network });
  return { ...app, network };
}
const together = async () => {
  const heading = await screen.findByRole('heading', { name: 'まとめて購入' });
  return within(heading.parentElement ?? document.body);
};
const rowOf = (name: string) => within(screen.getByRole('heading', { name }).closest('li') ?? document.body);

describe('events among the dates of a series', () => {
  it('lead to their pages, with their price or why they cannot be bought', async () => {
    setUp({ dates: [...dates, anEventDate(6, '月', { state: 'taken' }), anEventDate(7, '星座', { state: 'ended' })] });
    await together();
    expect(rowOf('惑星').getByRole('link', { name: '惑星' })).toHaveAttribute('href', '/events/evt_2');
    expect(rowOf('惑星').getByText('1,500円(税込)')).toBeVisible();
    expect(rowOf('惑星').getByText('第2回')).toBeVisible();
    expect(rowOf('惑星').queryByText('招待制')).not.toBeInTheDocument();
    expect(rowOf('彗星').getByText('満席')).toBeVisible();
    expect(rowOf('宇宙').getByText('販売前')).toBeVisible();
    expect(rowOf('月').getByText('申込済み')).toBeVisible();
    expect(rowOf('星座').getByText('販売終了')).toBeVisible();
  });

  it.each([
    ['as early as that of the device', 0, 'イベントを見る'],
    ['an hour ahead of it', millisecondsInHour, '開催中'],
  ])('are live from their start by the server clock, which is %s', async (_clock, clockAheadMs, text) => {
    const date = anEventDate(1, '惑星', {});
    const classroom = { ...date.classroom, state: 'live' as const, startAt: inMinutes(30) };
    const network = new FakeNetwork().setClockAhead(clockAheadMs);
    setUp({ dates: [{ ...date, classroom }] }, aMe('adult'), network);
    await screen.findByRole('heading', { name: '惑星' });
    expect(rowOf('惑星').getByText(text)).toBeVisible();
  });

  it('are not reserved with the classes', async () => {
    setUp();
    expect(await screen.findByText('これからの教室1回')).toBeVisible();
    expect(screen.getByRole('button', { name: '教室をすべて予約する' })).toBeEnabled();
  });

  it('are bought together with the discount of the series', async () => {
    setUp();
    const panel = await together();
    expect(panel.getByText('まとめて購入で10%引き')).toBeVisible();
    expect(panel.getByText('-350円')).toBeVisible();
    expect(panel.getByText('3,150')).toBeVisible();
    expect(panel.getByText('ほかの回は、満席1回・販売前1回です。')).toBeVisible();
    expect(panel.getByRole('link', { name: '2回分をまとめて購入する' })).toHaveAttribute(
      'href',
      '/series/srs_stars/checkout',
    );
  });

  it('are bought without a discount where the series has none', async () => {
    setUp({ discountPercent: 0 });
    const panel = await together();
    expect(panel.queryByText(/引き/)).not.toBeInTheDocument();
    expect(panel.getByText('3,500')).toBeVisible();
  });

  it('are bought after visitors have signed in', async () => {
    setUp({}, aMe('anonymous'));
    const link = (await together()).getByRole('link', { name: 'ログインして2回分をまとめて購入する' });
    expect(link).toHaveAttribute('href', '/signin?next=%2Fseries%2Fsrs_stars%2Fcheckout');
  });

  it('are bought alone on their page where only one is on sale', async () => {
    setUp({ dates: [anEventDate(1, '惑星', {}), anEventDate(2, '彗星', { state: 'sold_out' })] });
    const panel = await together();
    expect(panel.getByRole('link', { name: '「惑星」のイベントを見る' })).toHaveAttribute('href', '/events/evt_1');
    expect(panel.queryByRole('link', { name: /まとめて購入する/ })).not.toBeInTheDocument();
  });

  it('say why none can be bought', async () => {
    setUp({ dates: [anEventDate(1, '惑星', { state: 'not_open' })] });
    expect((await together()).getByText('内訳は、販売前1回です。')).toBeVisible();
  });

  it('are not sold to users of 12 or under', async () => {
    setUp({}, aMe('child'));
    expect((await together()).getByText('12歳以下の方は、チケットを購入できません。')).toBeVisible();
    expect(screen.queryByRole('link', { name: /まとめて購入する/ })).not.toBeInTheDocument();
  });

  it.each<[string, Partial<SeriesDetail>]>([
    ['by their host', { isHost: true }],
    ['in a series that has ended', { endedAt: inMinutes(-1) }],
    ['after the end of every sale', { dates: [anEventDate(1, '惑星', { state: 'ended' })] }],
    ['where there is none to pay for', { dates: [anEventDate(1, '惑星', null)] }],
  ])('are not bought %s', async (_when, series) => {
    setUp(series);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('heading', { name: 'まとめて購入' })).not.toBeInTheDocument();
  });
});

describe('the host of events in a series', () => {
  const host = { isHost: true, host: aUser({ isProfessional: true }) };

  it('adds public events of their own that are in no series', async () => {
    const { network, user } = setUp(host, aMe('professional'));
    const event = (title: string, changes: Parameters<typeof anOrganizedEvent>[0] = {}) =>
      anOrganizedEvent({ title, classroomId: `cls_${title}`, ...changes });
    network
      .answer(listMyClassrooms, aPage([{ ...aClassroom({ name: '月の満ち欠け' }), myParts: ['host' as const] }]))
      .answer(
        listOrganizedEvents,
        aPage([
          event('流星'),
          event('別の講座', { series: { id: 's', title: 't', number: 1 } }),
          event('手伝い', { myAccess: { isOwner: false, roles: ['edit'] } }),
        ]),
      )
      .answer(addSeriesDates, undefined);
    await user.click(await screen.findByRole('button', { name: '回を追加する' }));
    const events = within(await screen.findByRole('group', { name: '入れるイベント' }));
    expect(events.getAllByRole('checkbox')).toHaveLength(1);
    await user.click(events.getByRole('checkbox', { name: '流星' }));
    await user.click(screen.getByRole('checkbox', { name: '月の満ち欠け' }));
    await user.click(screen.getByRole('button', { name: '追加する' }));
    await waitFor(() => expect(network.calls(addSeriesDates)).toHaveLength(1));
    expect(network.calls(addSeriesDates)[0]?.body).toEqual({ classroomIds: ['cls_流星', expect.any(String)] });
  });

  it('sets the discount, and reads at its field why it does not hold', async () => {
    const { network, user } = setUp(host, aMe('professional'));
    const message = '割引は0から50までの整数で入力してください。';
    network.refuse(updateSeries, 'invalid', { message, fields: { discountPercent: message } });
    await user.click(await screen.findByRole('button', { name: '編集する' }));
    const field = screen.getByRole('textbox', { name: 'まとめて購入の割引(%、任意)' });
    expect(field).toHaveValue('10');
    await user.clear(field);
    await user.type(field, '６０%');
    await user.click(screen.getByRole('button', { name: '保存する' }));
    await waitFor(() => expect(field).toBeInvalid());
    network.answer(updateSeries, undefined);
    await user.clear(field);
    await user.type(field, '１５');
    await user.click(screen.getByRole('button', { name: '保存する' }));
    await waitFor(() => expect(network.calls(updateSeries).at(-1)?.body).toMatchObject({ discountPercent: 15 }));
  });

  it('reads that events and their tickets stay', async () => {
    const { network, user } = setUp(host, aMe('professional'));
    network.answer(removeSeriesDate, undefined).answer(endSeries, undefined);
    await user.click(await screen.findByRole('button', { name: '「惑星」を連続講座から外す' }));
    expect(await screen.findByText('連続講座から外しました。イベントとチケットはそのまま残ります。')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '終了する' }));
    expect(screen.getByText(/これからの教室1回は中止になり.*イベントは中止にならず/)).toBeVisible();
  });
});

it('asks a host without events for no discount', async () => {
  const { user } = setUp({ isHost: true, dates: [], discountPercent: 0 });
  await user.click(await screen.findByRole('button', { name: '編集する' }));
  expect(screen.getByRole('textbox', { name: 'タイトル' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: /割引/ })).not.toBeInTheDocument();
});
