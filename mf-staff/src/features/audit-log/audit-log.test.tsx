import type { AuditEntry } from '@manabiba/shared/contract/staff-audit';
import { listAuditLog } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor } from '@testing-library/react';

import { AuditLog } from './audit-log';

const entry = (id: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: '2026-11-21T09:58:14.000Z',
  who: 'usr_staff',
  whoName: '雨宮 しおり',
  action: 'approve',
  subjectId: 'usr_1',
  subjectName: '宮下 紗季',
  detail: '',
  before: 'under_review',
  after: 'active',
  ...changes,
});
const actors = [
  { who: 'usr_staff', name: '雨宮 しおり' },
  { who: 'sato', name: null },
];

function setUp(items: AuditEntry[]) {
  const network = new FakeNetwork().answer(listAuditLog, { items, nextCursor: null, actors });
  return renderWithApp(<AuditLog />, { path: '/staff/audit', network, me: aMe('adult', { role: 'staff' }) });
}
const cells = (row: number) =>
  [...(screen.getAllByRole('row')[row]?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);

it('shows who did what to whom, why, and what changed', async () => {
  setUp([
    entry(2),
    entry(1, {
      who: 'sato',
      whoName: null,
      action: 'coupon',
      subjectId: 'MINATO-30',
      subjectName: null,
      detail: '案内',
      before: null,
      after: null,
    }),
    entry(0, { action: 'view-document', detail: 'upl_1', before: null, after: null }),
  ]);
  await screen.findByRole('table');
  expect(cells(3)[4]).toBe('本人確認');
  expect(cells(1)).toEqual(['2026/11/21 18:58:14', '雨宮 しおり', '書類を承認', '宮下 紗季', '', '確認中 → 有効']);
  expect(cells(2).slice(1)).toEqual(['sato(コマンド)', 'クーポンを作成', 'MINATO-30', '案内', '']);
});

it('filters by who and by action, in the address', async () => {
  const { user, network } = setUp([entry(1)]);
  await screen.findByRole('table');
  await user.selectOptions(screen.getByRole('combobox', { name: 'だれが' }), 'sato(コマンド)');
  await user.selectOptions(screen.getByRole('combobox', { name: 'なにを' }), '利用を停止');
  await waitFor(() =>
    expect(network.calls(listAuditLog).at(-1)?.query).toMatchObject({ who: 'sato', action: 'suspend' }),
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'だれが' }), '全員');
  await waitFor(() => expect(network.calls(listAuditLog).at(-1)?.query).not.toHaveProperty('who'));
});

it('saves every page as CSV under the filter', async () => {
  const files: Blob[] = [];
  URL.createObjectURL = (file) => {
    files.push(file as Blob);
    return 'blob:1';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user, network } = setUp([entry(2)]);
  await screen.findByRole('table');
  network.answer(listAuditLog, ({ query }) => ({
    items: [entry(query['cursor'] === undefined ? 2 : 1)],
    nextCursor: query['cursor'] === undefined ? '2' : null,
    actors,
  }));
  await user.click(screen.getByRole('button', { name: 'CSVを保存' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(
    network
      .calls(listAuditLog)
      .slice(1)
      .map(({ query }) => query['cursor']),
  ).toEqual([undefined, '2']);
});

it('says so when nothing is in it', async () => {
  setUp([]);
  expect(await screen.findByText('記録はありません。')).toBeInTheDocument();
});

it('offers a retry when it cannot be loaded', async () => {
  const network = new FakeNetwork().refuse(listAuditLog, 'unavailable');
  renderWithApp(<AuditLog />, { path: '/staff/audit', network, me: aMe('adult', { role: 'staff' }) });
  expect(await screen.findByText('監査ログを表示できませんでした。')).toBeInTheDocument();
});
