import type { StaffCoupon, StaffPlan } from '@manabiba/shared/contract/staff-plans';
import {
  changePlanPrice,
  createCoupon,
  endCoupon,
  listCoupons,
  listStaffPlans,
  setPlanSale,
} from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { CouponsSection } from './coupons-section';
import { PlansSection } from './plans-section';

const plan: StaffPlan = {
  id: 'plan_standard',
  name: 'スタンダード',
  price: 980,
  interval: 'month',
  audience: 'all',
  trialDays: 14,
  isOnSale: true,
  subscribers: 4182,
  trials: 120,
  newPrice: null,
};
const coupon: StaffCoupon = {
  code: 'FUYU-2026',
  trialDays: 60,
  uses: 3,
  maxUses: 1000,
  expiresAt: '2026-12-31T15:00:00.000Z',
  plan: null,
  state: 'valid',
};

function setUp(coupons = [coupon]) {
  const network = new FakeNetwork()
    .answer(listStaffPlans, { items: [plan] })
    .answer(setPlanSale, undefined)
    .answer(listCoupons, { items: coupons })
    .answer(createCoupon, { code: 'HARU' })
    .answer(endCoupon, undefined);
  return renderWithApp(
    <>
      <PlansSection />
      <CouponsSection />
    </>,
    { path: '/staff/money', network, me: aMe('adult', { role: 'staff' }) },
  );
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const reasonOf = (asked: Awaited<ReturnType<typeof dialog>>) =>
  asked.getByRole('textbox', { name: '理由(記録に残ります)' });

it('ends the sale of a plan with a reason', async () => {
  const { user, network } = setUp();
  await user.click(await screen.findByRole('button', { name: 'スタンダードの販売を終える' }));
  const asked = await dialog('スタンダードの販売を終えますか');
  await user.type(reasonOf(asked), '料金の見直し');
  await user.click(asked.getByRole('button', { name: '販売を終える' }));
  expect(await screen.findByText('販売を終えました。')).toBeVisible();
  expect(screen.getByText('4,182人')).toHaveTextContent('4,182人(無料体験 120人)');
  expect(network.calls(setPlanSale)).toMatchObject([
    { params: { id: 'plan_standard' }, body: { isOnSale: false, reason: '料金の見直し' } },
  ]);
});

it('changes the price of a plan, which then shows to what its subscribers are moved', async () => {
  const { user, network } = setUp();
  await user.click(await screen.findByRole('button', { name: 'スタンダードの料金を変える' }));
  const asked = await dialog('スタンダードの料金を変える');
  expect(asked.getByText(/お知らせから30日を過ぎた最初の更新から新しい料金になります。/)).toBeVisible();
  const price = asked.getByLabelText('新しい料金(税込、円)');
  network.refuse(changePlanPrice, 'invalid', { fields: { price: 'いまと同じ料金です。' } });
  await user.type(reasonOf(asked), '費用が増えたため');
  await user.click(asked.getByRole('button', { name: '料金を変える' }));
  expect(await asked.findByText('いまと同じ料金です。')).toBeVisible();
  await user.clear(price);
  await user.type(price, '1200');
  network
    .answer(changePlanPrice, { id: 'plan_2' })
    .answer(listStaffPlans, { items: [{ ...plan, isOnSale: false, newPrice: 1200 }] });
  await user.click(asked.getByRole('button', { name: '料金を変える' }));
  expect(await screen.findByText('1,200円に移行中')).toBeVisible();
  expect(network.calls(changePlanPrice).at(-1)).toMatchObject({
    params: { id: 'plan_standard' },
    body: { price: 1200, reason: '費用が増えたため' },
  });
});

it('makes a coupon, and keeps what was typed when a field is refused', async () => {
  const { user, network } = setUp([]);
  expect(await screen.findByText('クーポンはまだありません。')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'クーポンを作る' }));
  const asked = await dialog('クーポンを作る');
  network.refuse(createCoupon, 'invalid', { fields: { code: 'このコードのクーポンはすでにあります。' } });
  await user.type(asked.getByRole('textbox', { name: 'コード' }), 'haru');
  await user.type(asked.getByLabelText('使える最後の日(日本時間)'), '2026-12-31');
  await user.click(asked.getByRole('button', { name: '作る' }));
  expect(await asked.findByText('このコードのクーポンはすでにあります。')).toBeVisible();
  expect(asked.getByRole('textbox', { name: 'コード' })).toHaveValue('haru');
  expect(network.calls(createCoupon)).toMatchObject([
    { body: { code: 'HARU', trialDays: 30, maxUses: 100, lastDay: '2026-12-31', planId: null } },
  ]);
});

it('ends a coupon with a reason, and offers no end for one that is over', async () => {
  const { user, network } = setUp([coupon, { ...coupon, code: 'NATSU', state: 'expired' }]);
  await user.click(await screen.findByRole('button', { name: 'FUYU-2026を終了する' }));
  expect(screen.getAllByText('2026年12月31日(木)')[0]).toBeVisible();
  expect(screen.queryByRole('button', { name: 'NATSUを終了する' })).not.toBeInTheDocument();
  const asked = await dialog('クーポン「FUYU-2026」を終了しますか');
  await user.type(reasonOf(asked), '配布先の誤り');
  await user.click(asked.getByRole('button', { name: '終了する' }));
  expect(await screen.findByText('クーポンを終了しました。')).toBeVisible();
  expect(network.calls(endCoupon)).toMatchObject([{ body: { code: 'FUYU-2026', reason: '配布先の誤り' } }]);
});
