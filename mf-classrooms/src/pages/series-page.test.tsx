import type { Certificate, SeriesDetail } from '@manabiba/shared/contract/series';
import type { Me } from '@manabiba/shared/contract/users';
import {
  addSeriesDates,
  cancelSeriesReservations,
  endSeries,
  getCertificate,
  getSeries,
  issueCertificate,
  listCategories,
  listMyClassrooms,
  removeSeriesDate,
  reserveSeries,
} from '@manabiba/shared/data/endpoints';
import { aCategory, aClassroom, aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { aSeries, aSeriesDate } from '@manabiba/shared/testing/series-builders';
import { screen, waitFor, within } from '@testing-library/react';

import { CertificateByCode } from '../features/series/certificate';
import { SeriesPage } from './series-page';

function setUp(series: Partial<SeriesDetail> = {}, me: Me = aMe('adult')) {
  const network = new FakeNetwork()
    .answer(listCategories, { categories: [aCategory()] })
    .answer(getSeries, aSeries(series));
  const app = renderWithApp(<SeriesPage />, { path: '/series/srs_stars', pattern: '/series/{id}', me, network });
  return { ...app, network };
}
const classOf = (given: Parameters<typeof aClassroom>[0]) => ({ classroom: aClassroom(given) });
const dates = [
  aSeriesDate({ number: 1, progress: 'attended', ...classOf({ name: '太陽', state: 'ended' }) }),
  aSeriesDate({ number: 2, ...classOf({ name: '惑星', isReserved: true }) }),
  aSeriesDate({ number: null, ...classOf({ name: '彗星', state: 'cancelled' }) }),
  aSeriesDate({ number: 3, isLater: true, ...classOf({ name: '銀河' }) }),
];
const progress = { doneCount: 4, dateCount: 5, isComplete: true, certificateCode: null };
const heading = () => screen.findByRole('heading', { level: 1, name: '星を学ぶ4週間' });
const rowOf = (name: string) => screen.getByRole('heading', { name }).closest('li');

it('shows the dates with their number, their state and what the viewer did', async () => {
  setUp({ dates });
  await heading();
  expect(rowOf('太陽')).toHaveTextContent('第1回・終了・参加しました');
  expect(rowOf('彗星')).toHaveTextContent('中止');
  expect(rowOf('銀河')).toHaveTextContent('第3回・あとから追加された回');
  expect(screen.getByText('予約したあとに、1回が追加されました。')).toBeVisible();
  expect(screen.getByText('全3回')).toBeVisible();
});

it('reserves all dates and says what happened to each', async () => {
  const { network, user } = setUp();
  network.answer(reserveSeries, {
    dates: [
      { classroomId: 'cls_first', outcome: 'reserved' },
      { classroomId: 'cls_second', outcome: 'full' },
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'すべて予約する' }));
  const result = within(await screen.findByRole('status'));
  expect(result.getByText('予約しました')).toBeVisible();
  expect(result.getByText('満席のため予約できませんでした')).toBeVisible();
});

it('cancels all reservations after a question', async () => {
  const { network, user } = setUp({ dates });
  network.answer(cancelSeriesReservations, { cancelledCount: 1 });
  await user.click(await screen.findByRole('button', { name: 'すべて取り消す' }));
  expect(network.calls(cancelSeriesReservations)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: '取り消す' }));
  expect(await screen.findByText('1回の予約を取り消しました。')).toBeVisible();
});

it('leads visitors to sign in and back', async () => {
  setUp({}, aMe('anonymous'));
  const link = await screen.findByRole('link', { name: 'ログインしてすべて予約する' });
  expect(link.getAttribute('href')).toContain(encodeURIComponent('/series/srs_stars'));
  expect(screen.queryByRole('button', { name: '通報' })).not.toBeInTheDocument();
});

it('offers one calendar file for all dates', async () => {
  setUp();
  const link = await screen.findByRole('link', { name: 'カレンダー' });
  expect(link).toHaveAttribute('href', '/v1/series/srs_stars/calendar.ics');
});

it('issues the certificate under the name that was typed', async () => {
  const { network, user, currentUrl } = setUp({ progress });
  network.answer(issueCertificate, ({ body }) => ({ ...certificate, name: (body as { name: string }).name }));
  expect(await screen.findByText('5回のうち4回')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '修了証を受け取る' }));
  await user.type(screen.getByRole('textbox', { name: '修了証に載せる名前' }), '山田 花子');
  await user.click(screen.getByRole('button', { name: '発行する' }));
  await waitFor(() => expect(currentUrl()).toBe('/certificates/crt_1'));
  expect(network.calls(issueCertificate)[0]?.body).toEqual({ name: '山田 花子' });
});

it.each([
  ['says what is missing before', { ...progress, doneCount: 3, isComplete: false }, /8割以上の回/],
  ['leads to it once it is issued', { ...progress, certificateCode: 'crt_1' }, '修了証を見る'],
])('%s', async (_what, given, text) => {
  setUp({ progress: given });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('button', { name: '修了証を受け取る' })).not.toBeInTheDocument();
});

describe('its host', () => {
  it('adds own classes that are in no series, and takes one out', async () => {
    const { network, user } = setUp({ isHost: true, dates });
    network.answer(listMyClassrooms, {
      items: [
        { ...aClassroom({ id: 'cls_free', name: '月の満ち欠け' }), myParts: ['host'] },
        { ...aClassroom({ name: '招待制', privateMode: true }), myParts: ['host'] },
        { ...aClassroom({ name: '別の講座', series: { id: 's', title: 't', number: 1 } }), myParts: ['host'] },
      ],
      nextCursor: null,
    });
    network.answer(addSeriesDates, undefined).answer(removeSeriesDate, undefined);
    await user.click(await screen.findByRole('button', { name: '回を追加する' }));
    const choices = await screen.findAllByRole('checkbox');
    expect(choices).toHaveLength(1);
    await user.click(screen.getByRole('checkbox', { name: '月の満ち欠け' }));
    await user.click(screen.getByRole('button', { name: '追加する' }));
    await waitFor(() => expect(network.calls(addSeriesDates)[0]?.body).toEqual({ classroomIds: ['cls_free'] }));
    await user.click(screen.getByRole('button', { name: '「銀河」を連続講座から外す' }));
    await waitFor(() => expect(network.calls(removeSeriesDate)).toHaveLength(1));
  });

  it('ends it after reading what happens to the dates ahead', async () => {
    const { network, user } = setUp({ isHost: true, dates });
    network.answer(endSeries, undefined);
    await user.click(await screen.findByRole('button', { name: '終了する' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/これからの2回は中止になり/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: '終了する' }));
    expect(await screen.findByText('連続講座を終了しました。')).toBeVisible();
  });

  it('sees that the staff has hidden it', async () => {
    setUp({ isHost: true, isHidden: true });
    expect(await screen.findByText(/運営がこのページを非公開にしました/)).toBeVisible();
    expect(screen.queryByRole('button', { name: '共有' })).not.toBeInTheDocument();
  });
});

const certificate: Certificate = {
  code: 'crt_1',
  name: '山田 花子',
  seriesId: 'srs_stars',
  seriesTitle: '星を学ぶ4週間',
  hostName: '森 実紀',
  doneCount: 4,
  dateCount: 5,
  completedAt: '2026-11-20T10:45:00.000Z',
  issuedAt: '2026-11-21T00:00:00.000Z',
};

describe('a certificate', () => {
  const open = (network: FakeNetwork) =>
    renderWithApp(<CertificateByCode code="crt_1" />, {
      path: '/certificates/crt_1',
      pattern: '/certificates/{certificateToken}',
      me: aMe('anonymous'),
      network,
    });

  it('says to anybody with its code what it is for, with the file', async () => {
    open(new FakeNetwork().answer(getCertificate, certificate));
    expect(await screen.findByText('山田 花子 様')).toBeVisible();
    expect(screen.getByText('全5回のうち4回')).toBeVisible();
    expect(screen.getByRole('img', { name: /QRコード/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'PDFで保存' })).toHaveAttribute(
      'href',
      '/v1/certificates/crt_1/certificate.pdf',
    );
  });

  it('does not exist under another code', async () => {
    open(new FakeNetwork().refuse(getCertificate, 'not_found'));
    expect(await screen.findByText(/ページが見つかりません/)).toBeVisible();
  });
});
