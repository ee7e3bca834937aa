import type { PurchaseRequest } from '@manabiba/shared/contract/purchase-consents';
import { answerPurchaseRequest, getPurchaseRequest } from '@manabiba/shared/data/endpoints';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { GuardianConsentPage } from './guardian-consent-page';

const asked: PurchaseRequest = {
  state: 'asked',
  nickname: '宮下 紗季',
  eventId: 'evt_1',
  eventTitle: '宇宙望遠鏡が見た最初の銀河',
  organizer: 'みなと天文台',
  startAt: '2026-12-05T05:00:00.000Z',
  endAt: '2026-12-05T06:30:00.000Z',
  ticketName: '一般',
  isArchive: false,
  amount: 1500,
  fullRefundUntil: '2026-12-04T05:00:00.000Z',
  answerUntil: '2026-11-22T09:52:00.000Z',
};
const open = (found: Partial<PurchaseRequest> = {}) =>
  renderWithApp(<GuardianConsentPage />, {
    path: '/guardian_consent?purchase=link',
    network: new FakeNetwork()
      .answer(getPurchaseRequest, { ...asked, ...found })
      .answer(answerPurchaseRequest, { agreed: true }),
  });

it('shows a guardian the request and its price, and sends no answer when opened', async () => {
  const { network } = open();
  expect(await screen.findByRole('heading', { name: '宮下 紗季さんのお申し込みに同意しますか' })).toBeInTheDocument();
  const facts = screen.getAllByRole('definition').map((fact) => fact.textContent);
  expect(facts).toEqual(
    expect.arrayContaining(['宇宙望遠鏡が見た最初の銀河', 'みなと天文台', '一般 × 1', '1,500円(税込)']),
  );
  expect(screen.getByText(/12月4日.*5:00までの取り消しは全額$/)).toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(network.calls(answerPurchaseRequest)).toEqual([]);
});

it.each([
  ['1,500円に同意する', true, 'ご同意ありがとうございました'],
  ['このお申し込みに同意しない', false, 'お返事を受け付けました'],
])('sends the answer "%s" with the name', async (button, agree, title) => {
  const { network, user } = open();
  await user.click(await screen.findByRole('button', { name: button }));
  expect(await screen.findByText('お名前を入力してください。')).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: '保護者の方のお名前' }), '宮下 直子');
  await user.click(screen.getByRole('button', { name: button }));
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  expect(network.calls(answerPurchaseRequest).map(({ body }) => body)).toEqual([{ agree, name: '宮下 直子' }]);
});

it.each([
  ['given', 'ご同意ありがとうございました'],
  ['refused', 'お返事を受け付けました'],
  ['expired', 'リンクの有効期限が切れています。'],
] as const)('says that the request is closed once it is %s', async (state, title) => {
  open({ state, answerUntil: null });
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /同意/ })).not.toBeInTheDocument();
});
