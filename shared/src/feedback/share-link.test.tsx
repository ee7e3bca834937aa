import { screen, within } from '@testing-library/react';

import { renderWithApp } from '../testing/render-with-app';
import { copyText, shareLink, takeShares } from './share-link';

const link = { url: 'https://manabiba.example/events/evt_1?a=b', title: '星を見る & 話す', text: '' };

async function setUp(given = link) {
  const app = renderWithApp(<button onClick={() => void shareLink(given)}>共有する</button>);
  await app.user.click(screen.getByRole('button', { name: '共有する' }));
  return app;
}
const dialog = async () => within(await screen.findByRole('dialog', { name: '共有' }));

afterEach(() => void Reflect.deleteProperty(navigator, 'share'));

it('names what is shared and copies its link', async () => {
  const { user } = await setUp();
  expect((await dialog()).getByText(link.title)).toBeInTheDocument();
  expect((await dialog()).getByRole('textbox', { name: '共有するリンクのURL' })).toHaveValue(link.url);
  await user.click((await dialog()).getByRole('button', { name: 'リンクをコピー' }));
  expect(await screen.findByText('リンクをコピーしました。')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(link.url);
});

it.each([
  ['LINE', 'https://social-plugins.line.me/lineit/share', { url: link.url }],
  ['X', 'https://x.com/intent/post', { text: link.title, url: link.url }],
  ['メール', 'mailto:', { subject: link.title, body: `${link.title}\n${link.url}` }],
])('sends the link through %s', async (name, address, query) => {
  await setUp();
  const way = (await dialog()).getByRole('link', { name });
  const href = new URL(way.getAttribute('href') ?? '');
  expect(href.href.startsWith(address)).toBe(true);
  expect(Object.fromEntries(href.searchParams)).toEqual(query);
  expect(way).toHaveAttribute('rel', 'noopener noreferrer');
});

it('encodes spaces of a mail as mail programs read them', async () => {
  await setUp();
  expect((await dialog()).getByRole('link', { name: 'メール' }).getAttribute('href')).not.toContain('+');
});

it('shows the link as a QR code', async () => {
  await setUp();
  expect((await dialog()).getByRole('img', { name: 'リンクを開くQRコード' })).toBeInTheDocument();
});

it('closes, and opens again for another link', async () => {
  const { user } = await setUp();
  await user.click((await dialog()).getByRole('button', { name: '閉じる' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '共有する' }));
  expect(await screen.findByRole('dialog', { name: '共有' })).toBeInTheDocument();
});

it.each([
  ['takes it', () => Promise.resolve()],
  ['is dismissed', () => Promise.reject(new DOMException('', 'AbortError'))],
])('shows no dialog where the native share sheet %s', async (_what, share) => {
  Object.assign(navigator, { share });
  await setUp();
  await Promise.resolve();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('shows the dialog where the native sheet does not accept the link', async () => {
  Object.assign(navigator, { share: () => Promise.reject(new DOMException('', 'NotAllowedError')) });
  await setUp();
  expect(await screen.findByRole('dialog', { name: '共有' })).toBeInTheDocument();
});

it('copies the link when the code of the dialog cannot be loaded', async () => {
  const { user } = renderWithApp(<button onClick={() => void shareLink(link)}>共有する</button>);
  const stop = takeShares(() => Promise.reject(new Error('no network')));
  await user.click(screen.getByRole('button', { name: '共有する' }));
  expect(await screen.findByText('リンクをコピーしました。')).toBeInTheDocument();
  stop();
});

it.each([
  ['shows a text', {}, link.url],
  ['asks to select a text on the page', { isSelectable: true }, 'コピーできませんでした。選択してコピーしてください。'],
])('%s that it may not copy', async (_what, options, message) => {
  const { user } = renderWithApp(<button onClick={() => void copyText(link.url, options)}>コピー</button>);
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await user.click(screen.getByRole('button', { name: 'コピー' }));
  expect(await screen.findByText(message)).toBeInTheDocument();
});
