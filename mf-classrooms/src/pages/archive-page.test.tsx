import type { Me } from '@manabiba/shared/contract/users';
import {
  getArchive,
  listArchiveRecommends,
  listCategories,
  putArchiveCaptions,
  updateArchive,
} from '@manabiba/shared/data/endpoints';
import { anArchive } from '@manabiba/shared/testing/archive-builders';
import { aCategory, aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor } from '@testing-library/react';

import { installFakeVideo } from '../core/testing/fake-video';
import { ArchivePage } from './archive-page';

beforeEach(installFakeVideo);

function setUp(changes: Parameters<typeof anArchive>[0] = {}, me: Me = aMe()) {
  const network = new FakeNetwork()
    .answer(getArchive, anArchive(changes))
    .answer(listArchiveRecommends, { items: [anArchive({ id: 'arc_2', title: '単位円をぐるりと一周する' })] })
    .answer(listCategories, { categories: [aCategory({ id: 'cat_1', name: '数学' })] });
  const config = { publicUrl: 'https://manabiba.example' };
  return renderWithApp(<ArchivePage />, { me, network, config, path: '/archives/arc_1', pattern: '/archives/{id}' });
}

it('shows the title, its host, chapters and what to watch next', async () => {
  setUp({
    chapters: [
      { at: 0, title: 'はじめに' },
      { at: 260, title: '単位円' },
    ],
  });
  expect(await screen.findByRole('heading', { level: 1, name: /三角関数の合成/ })).toBeVisible();
  expect(screen.getAllByText('視聴 1,234回')[0]).toBeVisible();
  expect(screen.getByRole('button', { name: '4:20 単位円' })).toBeVisible();
  expect(await screen.findByRole('link', { name: '単位円をぐるりと一周する' })).toHaveAttribute(
    'href',
    '/archives/arc_2',
  );
});

it('links the addresses in its description', async () => {
  setUp({ description: '資料（https://example.jp/a）です。' });
  expect(await screen.findByRole('link', { name: /^https:\/\/example\.jp\/a/ })).toHaveAttribute(
    'href',
    'https://example.jp/a',
  );
});

it('offers to share its public address', async () => {
  const { user } = setUp();
  await user.click(await screen.findByRole('button', { name: '共有' }));
  await user.click(await screen.findByRole('button', { name: 'リンクをコピー' }));
  expect(await screen.findByText('リンクをコピーしました。')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe('https://manabiba.example/archives/arc_1');
});

it('plays after a click on the poster, even before the player has loaded', async () => {
  const { user, container } = setUp();
  await user.click(await screen.findByRole('button', { name: '再生する' }));
  expect(await screen.findByRole('button', { name: '一時停止' })).toBeVisible();
  expect(container.querySelector('video')?.paused).toBe(false);
});

it('starts a chapter', async () => {
  const { user, container } = setUp({ chapters: [{ at: 260, title: '単位円' }] });
  await screen.findByRole('slider', { name: '再生位置' });
  await user.click(screen.getByRole('button', { name: '4:20 単位円' }));
  expect(container.querySelector('video')?.currentTime).toBe(260);
  expect(screen.getByRole('button', { name: '4:20 単位円' })).toHaveAttribute('aria-current', 'true');
});

it.each([
  ['signed_in', 'ログインするとご覧いただけます。', 'ログイン', '/signin?next=%2Farchives%2Farc_1'],
  ['subscriber', 'プランの方がご覧いただけます。', 'プランに登録', '/plans'],
  ['ticket', 'チケットをお持ちの方がご覧いただけます。', 'イベントを見る', '/events/evt_1'],
] as const)('offers one way to a locked archive: %s', async (access, reason, name, href) => {
  setUp({ access, canWatch: false, fileUrl: null, source: 'event', sourceId: 'evt_1' });
  expect(await screen.findByText(reason)).toBeVisible();
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
  expect(screen.queryByRole('button', { name: '再生する' })).not.toBeInTheDocument();
});

it('asks anonymous visitors to sign in for what a ticket opens', async () => {
  setUp({ access: 'ticket', canWatch: false, fileUrl: null }, aMe('anonymous'));
  expect(await screen.findByRole('link', { name: 'ログイン' })).toBeVisible();
});

it('names the line of a captions file that the server refuses, to the host only', async () => {
  const me = aMe();
  const { user, network, container } = setUp({ host: { ...anArchive().host, id: me.id } }, me);
  network.refuse(putArchiveCaptions, 'invalid', { fields: { vtt: '12行目: 時刻が前の行より戻っています。' } });
  expect(await screen.findByRole('heading', { name: 'アーカイブの管理' })).toBeVisible();
  const field = container.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
  const file = new File(['WEBVTT'], 'a.vtt', { type: 'text/vtt' });
  await user.upload(field, file);
  expect((await screen.findByText(/12行目/)).closest('[role="alert"]')).toBeVisible();
});

it('offers nothing to manage to other viewers', async () => {
  setUp();
  await screen.findByRole('slider', { name: '再生位置' });
  expect(screen.queryByRole('heading', { name: 'アーカイブの管理' })).not.toBeInTheDocument();
});

it('shows the video by itself once it is composed', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { network } = setUp({ state: 'processing', fileUrl: null });
  expect(await screen.findByText(/準備しています/)).toBeInTheDocument();
  network.answer(getArchive, anArchive());
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  await waitFor(() => expect(screen.queryByText(/準備しています/)).not.toBeInTheDocument());
  jest.useRealTimers();
});

it('says that an archive is being prepared', async () => {
  setUp({ state: 'processing', fileUrl: null });
  expect(await screen.findByText('アーカイブを準備しています。公開までしばらくお待ちください。')).toBeVisible();
});

it.each([
  ['a member', aMe()],
  ['a visitor', aMe('anonymous')],
])('offers %s the ticket of an archive that is sold', async (_who, me) => {
  setUp(
    { access: 'ticket', canWatch: false, fileUrl: null, source: 'event', sourceId: 'evt_1', ticketPrice: 1200 },
    me,
  );
  expect(await screen.findByRole('link', { name: '視聴チケットを購入' })).toHaveAttribute(
    'href',
    '/events/evt_1/checkout',
  );
  expect(screen.getByText(/視聴チケット 1,200円\(税込\)でご覧いただけます。/)).toBeVisible();
});

it('lets the host of an event set the price of its archive', async () => {
  const me = aMe();
  const archive = { source: 'event', access: 'ticket', host: { ...anArchive().host, id: me.id } } as const;
  const { user, network } = setUp(archive, me);
  network.answer(updateArchive, anArchive({ ...archive, ticketPrice: 1200 }));
  await user.click(await screen.findByRole('button', { name: 'タイトルと章、価格を直す' }));
  const price = await screen.findByLabelText(/視聴チケットの価格/);
  await user.type(price, '10');
  await user.click(screen.getByRole('button', { name: '保存する' }));
  expect(await screen.findByText(/価格は50円から300,000円まで/)).toBeVisible();
  await user.clear(price);
  await user.type(price, '1,200円');
  await user.click(screen.getByRole('button', { name: '保存する' }));
  await waitFor(() => expect(network.calls(updateArchive)[0]?.body).toMatchObject({ ticketPrice: 1200 }));
});
