import type { DiscountCode } from '@manabiba/shared/contract/discount-codes';
import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import { createDiscountCode, deleteDiscountCode, listDiscountCodes } from '@manabiba/shared/data/endpoints';
import { aMe, anEvent, aTicketType } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { DiscountCodes } from './discount-codes';

const tickets = [
  aTicketType({ id: 'tkt_general', name: '一般', price: 1500 }),
  aTicketType({ id: 'tkt_student', name: '学生', price: 800 }),
];
const code: DiscountCode = {
  id: 'dsc_1',
  eventId: 'evt_1',
  code: 'HOSHI-500',
  amountOff: 500,
  percentOff: null,
  ticketTypeIds: null,
  maxUses: 10,
  uses: 3,
  gross: 2000,
  validFrom: null,
  validUntil: null,
  revokedAt: null,
  createdAt: '2026-11-22T00:00:00.000Z',
};

async function setUp(items: DiscountCode[], given: Partial<OrganizedEventDetail> = {}) {
  const event: OrganizedEventDetail = {
    ...anEvent({ id: 'evt_1', tickets }),
    myAccess: { isOwner: true, roles: [] },
    waitlistedCount: 0,
    missing: [],
    publishedAt: '2026-11-22T00:00:00.000Z',
    cancelledAt: null,
    updatedAt: '2026-11-22T00:00:00.000Z',
    invitations: [],
    ...given,
  };
  const network = new FakeNetwork().answer(listDiscountCodes, { items });
  const app = renderWithApp(<DiscountCodes event={event} />, { me: aMe('professional'), network });
  await screen.findByRole('heading', { name: '割引コード' });
  return { ...app, network };
}

async function openForm() {
  const app = await setUp([]);
  await app.user.click(screen.getByRole('button', { name: '割引コードを作る' }));
  return { ...app, form: within(await screen.findByRole('dialog', { name: '割引コードを作る' })) };
}

it('lists what is left of each code, what it has brought, and why one does not hold', async () => {
  await setUp([
    code,
    { ...code, id: 'dsc_2', code: 'HANBUN', amountOff: null, percentOff: 50, ticketTypeIds: ['tkt_student'], uses: 10 },
    { ...code, id: 'dsc_3', code: 'OFF', revokedAt: '2026-11-22T00:00:00.000Z', uses: 0, gross: 0 },
    { ...code, id: 'dsc_4', code: 'LATE', validUntil: '2020-01-01T00:00:00.000Z' },
  ]);
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    'HOSHI-500500円引きすべて7 / 10回2,000円販売の終了まで',
    'HANBUN50%引き学生0 / 10回2,000円使い切りました',
    'OFF500円引きすべて10 / 10回0円無効にしました',
    'LATE500円引きすべて7 / 10回2,000円期限が切れました',
  ]);
  expect(screen.queryByRole('button', { name: 'OFFを無効にする' })).not.toBeInTheDocument();
});

it('creates a code in percent for the chosen tickets', async () => {
  const { user, network, form } = await openForm();
  network.answer(createDiscountCode, code);
  await user.selectOptions(form.getByRole('combobox', { name: '割引の種類' }), '割合');
  await user.type(form.getByRole('textbox', { name: '割引率(%)' }), '20');
  await user.click(form.getByRole('checkbox', { name: /^一般/ }));
  await user.type(form.getByRole('textbox', { name: '使える回数' }), '30');
  await user.click(form.getByRole('button', { name: '作る' }));
  expect(await screen.findByText('割引コードを作りました。')).toBeInTheDocument();
  expect(network.calls(createDiscountCode)[0]?.body).toEqual({
    percentOff: 20,
    ticketTypeIds: ['tkt_student'],
    maxUses: 30,
    validFrom: null,
    validUntil: null,
  });
});

it('shows errors at their fields, also those of the api, and keeps the input', async () => {
  const { user, network, form } = await openForm();
  await user.click(form.getByRole('button', { name: '作る' }));
  expect(await form.findByText(/^割引額は1円から/)).toBeInTheDocument();
  expect(form.getByText(/^使える回数は1から/)).toBeInTheDocument();
  expect(network.calls(createDiscountCode)).toEqual([]);
  const tooMuch = '割引後の価格が50円より安くなるチケットがあります。';
  network.refuse(createDiscountCode, 'invalid', { fields: { amountOff: tooMuch } });
  await user.type(form.getByRole('textbox', { name: '割引額(円)' }), '790');
  await user.type(form.getByRole('textbox', { name: '使える回数' }), '1');
  await user.click(form.getByRole('button', { name: '作る' }));
  expect(await form.findByText(tooMuch)).toBeInTheDocument();
  expect(form.getByRole('textbox', { name: '割引額(円)' })).toHaveValue('790');
  expect(network.calls(createDiscountCode)[0]?.body).toMatchObject({ amountOff: 790, ticketTypeIds: null });
});

it('revokes a code after a confirmation', async () => {
  const { user, network } = await setUp([code]);
  network.answer(deleteDiscountCode, undefined);
  await user.click(screen.getByRole('button', { name: 'HOSHI-500を無効にする' }));
  const question = within(await screen.findByRole('dialog', { name: 'HOSHI-500を無効にしますか' }));
  expect(network.calls(deleteDiscountCode)).toEqual([]);
  await user.click(question.getByRole('button', { name: '無効にする' }));
  expect(await screen.findByText('割引コードを無効にしました。')).toBeInTheDocument();
  expect(network.calls(deleteDiscountCode)).toHaveLength(1);
});

it('explains why there are none once the event has begun', async () => {
  await setUp([], { startAt: '2020-01-01T00:00:00.000Z', state: 'ended' });
  expect(screen.getByText(/開始まで作れます/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '割引コードを作る' })).not.toBeInTheDocument();
});
