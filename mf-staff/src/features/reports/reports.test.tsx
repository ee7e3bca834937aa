import type { OpenReport, Report } from '@manabiba/shared/contract/staff-reports';
import { invalidateTags } from '@manabiba/shared/data/cache/cache-tags';
import { decideReport, getReport, listReports } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor, within } from '@testing-library/react';

import { Reports } from './reports';

const open = (id: string, changes: Partial<OpenReport> = {}): OpenReport => ({
  id,
  kind: 'comment',
  reason: 'personal_info',
  createdAt: '2026-11-21T09:51:00.000Z',
  place: '三角関数の合成',
  subject: { id: 'usr_1', nickname: '田中 実' },
  hasMinor: true,
  ...changes,
});
const everything = [
  open('rep_1'),
  open('rep_2', {
    kind: 'person',
    reason: 'spam',
    place: null,
    hasMinor: false,
    subject: { id: 'usr_2', nickname: '佐藤' },
  }),
];
const reportOf = (report: OpenReport): Report => ({
  ...report,
  detail: '何度も聞かれました。',
  reporter: { id: 'usr_9', nickname: '岡田 真帆' },
  comments:
    report.kind === 'comment'
      ? [
          {
            id: 'com_1',
            author: { id: 'usr_3', nickname: '上田 莉子', age: 13 },
            body: '5で合っていますか。',
            createdAt: '2026-11-21T09:47:02.000Z',
            deletedAt: null,
            isReported: false,
          },
          {
            id: 'com_2',
            author: null,
            body: '連絡先を教えてください。',
            createdAt: '2026-11-21T09:49:30.000Z',
            deletedAt: null,
            isReported: true,
          },
        ]
      : [],
  roster: [{ id: 'usr_3', nickname: '上田 莉子', age: 13 }],
  snapshot: report.kind === 'person' ? [{ name: '自己紹介', value: '安く売ります' }] : [],
  picture: report.kind === 'person' ? '/v1/images/upl_1' : null,
  seal: report.kind === 'comment' ? { digest: '8f2a91c077de', isIntact: true } : null,
  record: { state: 'active', age: 34, receivedCount: 3, upheldCount: 1, warnedCount: 1 },
  sameCount: 0,
  decision: null,
});

function setUp({ reports = everything, change = (report: Report): Report => report } = {}) {
  let left = reports;
  const network = new FakeNetwork()
    .answer(listReports, () => ({ items: left, openCount: left.length, minorCount: 1 }))
    .answer(getReport, ({ params }) => change(reportOf(reports.find(({ id }) => id === params['id'])!)))
    .answer(decideReport, ({ params }) => {
      left = left.filter(({ id }) => id !== params['id']);
      return undefined;
    });
  return renderWithApp(<Reports />, { path: '/staff/reports', network, me: aMe('adult', { role: 'staff' }) });
}
const caseOf = (name: string) => screen.findByRole('heading', { level: 2, name });
const click = async (user: ReturnType<typeof setUp>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));

it('shows what waits, and the first one with its evidence', async () => {
  setUp();
  expect(await caseOf('田中 実')).toBeInTheDocument();
  expect(screen.getByText('未対応 2件')).toBeInTheDocument();
  const queue = within(screen.getByRole('navigation', { name: '通報' }));
  expect(queue.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('個人情報の書き込み三角関数の合成未成年'),
    expect.stringContaining('宣伝・迷惑行為プロフィール'),
  ]);
  expect(screen.getByText('連絡先を教えてください。')).toBeInTheDocument();
  expect(screen.getByText('通報されたコメント')).toBeInTheDocument();
  expect(screen.getByText('記録は通報されたときのままです')).toBeInTheDocument();
  expect(screen.getByText('受けた 3件、対応した 1件')).toBeInTheDocument();
});

it('says that the evidence was changed', async () => {
  setUp({ change: (report) => ({ ...report, seal: { digest: 'x', isIntact: false } }) });
  expect(await screen.findByText(/通報されたあとに変えられています/)).toBeInTheDocument();
});

it('asks for the text that the person reads before a warning, and sends it after a confirmation', async () => {
  const { user, network } = setUp();
  await click(user, '警告を送る');
  const text = screen.getByRole('textbox', { name: /本人に届く文/ });
  expect(text).toHaveFocus();
  expect(text).toHaveAccessibleDescription(expect.stringContaining('本人に届く文を入力してください。'));
  expect(network.calls(decideReport)).toHaveLength(0);
  await user.type(text, '連絡先をたずねないでください。');
  await click(user, '警告を送る');
  await user.click((await dialog()).getByRole('button', { name: '警告を送る' }));
  expect(await caseOf('佐藤')).toBeInTheDocument();
  expect(network.calls(decideReport)[0]).toMatchObject({
    params: { id: 'rep_1' },
    body: { decision: 'warn', reason: '連絡先をたずねないでください。' },
  });
});

it('deletes a comment only where there is one', async () => {
  const { user, network } = setUp();
  await click(user, 'コメントを削除する');
  await user.click((await dialog()).getByRole('button', { name: 'コメントを削除する' }));
  expect(await caseOf('佐藤')).toBeInTheDocument();
  expect(network.calls(decideReport)[0]?.body).toEqual({ decision: 'delete_comment' });
  expect(screen.queryByRole('button', { name: 'コメントを削除する' })).not.toBeInTheDocument();
  expect(screen.getByText('安く売ります')).toBeInTheDocument();
  expect(screen.getByRole('img', { name: '通報されたときの画像' })).toHaveAttribute(
    'src',
    '/v1/images/upl_1?w=400&h=400',
  );
});

it('clears a reported board, and says that it does not come back', async () => {
  const { user, network } = setUp({ change: (report) => ({ ...report, kind: 'board' }) });
  await click(user, 'ボードを消去する');
  expect((await dialog()).getByText(/ホストにも元に戻せません。/)).toBeInTheDocument();
  await user.click((await dialog()).getByRole('button', { name: 'ボードを消去する' }));
  await waitFor(() => expect(network.calls(decideReport)[0]?.body).toEqual({ decision: 'clear_board' }));
});

it('offers neither a warning nor a suspension without an account', async () => {
  setUp({ change: (report) => ({ ...report, subject: null, record: null }) });
  expect(await caseOf('アカウントのない方')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '利用を停止する' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: '対応しない' })).toBeInTheDocument();
});

it('keeps the typed text when the call fails, and reports when another member of staff was faster', async () => {
  const { user, network } = setUp();
  network.refuse(decideReport, 'conflict');
  await user.type(await screen.findByRole('textbox', { name: /本人に届く文/ }), '気をつけてください。');
  await click(user, '利用を停止する');
  await user.click((await dialog()).getByRole('button', { name: '利用を停止する' }));
  expect(await screen.findByText('ほかの担当者がもう対応しました。')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('textbox', { name: /本人に届く文/ })).toHaveValue('気をつけてください。');
});

it('keeps the report and the typed text when another one comes before it', async () => {
  const { user, network } = setUp();
  await caseOf('田中 実');
  const text = () => screen.getByRole('textbox', { name: /本人に届く文/ });
  await user.type(text(), '連絡先を聞かないでください。');
  const items = [open('rep_0', { reason: 'abuse' }), ...everything];
  network.answer(listReports, { items, openCount: 3, minorCount: 2 });
  act(() => invalidateTags(['Staff']));
  expect(await screen.findByText('未対応 3件')).toBeVisible();
  expect(text()).toHaveValue('連絡先を聞かないでください。');
});

it('says that nothing waits', async () => {
  setUp({ reports: [] });
  expect(await screen.findByText('対応を待つ通報はありません。')).toBeInTheDocument();
});
