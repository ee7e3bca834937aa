import type { SeatProof } from '@manabiba/shared/contract/seat-proof';
import { getSeatProof } from '@manabiba/shared/data/endpoints';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { SeatProofPage } from './seat-proof-page';

const clean: SeatProof = {
  checkedAt: '2026-11-22T09:00:00.000Z',
  ticketTypes: 42,
  seats: 1234,
  violations: 0,
  since: '2026-11-01T00:00:00.000Z',
  history: [],
};
const open = (proof: SeatProof) =>
  renderWithApp(<SeatProofPage />, { path: '/status/seats', network: new FakeNetwork().answer(getSeatProof, proof) });

it('shows that nothing is oversold, since when, and the time of the check', async () => {
  open(clean);
  expect(await screen.findByText('定員を超えて販売されたお席はありません。')).toBeInTheDocument();
  for (const value of ['2026年11月22日(日)9:00', '42種類', '1,234席', '0件', '2026年11月1日(日)0:00から'])
    expect(screen.getByText(value)).toBeInTheDocument();
  expect(screen.getByText('見つかったものはありません。')).toBeInTheDocument();
});

it('shows current violations, and keeps earlier ones', async () => {
  const seats = { sold: 11, held: 0 };
  const found = { quota: 10, stored: { sold: 10, held: 0 }, counted: seats };
  open({
    ...clean,
    violations: 1,
    since: null,
    history: [
      { ...found, foundAt: '2026-11-22T08:59:00.000Z', resolvedAt: null },
      { ...found, foundAt: '2026-11-02T03:00:00.000Z', resolvedAt: '2026-11-02T03:05:00.000Z' },
    ],
  });
  expect(await screen.findByText(/^1件のチケットで、お席の数が合っていません。/)).toBeInTheDocument();
  const [now, before] = within(screen.getByRole('region', { name: 'これまでに見つかったもの' })).getAllByRole(
    'listitem',
  );
  expect(now).toHaveTextContent('(確認しています)定員10席、記録は確定10席と確保0席、数えた結果は確定11席と確保0席');
  expect(before).toHaveTextContent('2026年11月2日(月)3:00(2026年11月2日(月)3:05に解消)');
});

it('shows a message before the first check', async () => {
  open({ ...clean, checkedAt: null });
  expect(await screen.findByText('まだ検査していません。')).toBeInTheDocument();
});
