import type { Me } from '@manabiba/shared/contract/users';
import { acceptSeatOffer, declineSeatOffer, getSeatOffer } from '@manabiba/shared/data/endpoints';
import { aMe, aParticipation, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { SeatOfferPage } from './seat-offer-page';

const offer = {
  eventId: 'evt_1',
  eventTitle: '最初の銀河',
  startAt: inMinutes(5000),
  endAt: inMinutes(5090),
  organizerName: 'まなび協会',
  ticketName: '一般',
  giverName: 'はるか',
  isGift: true,
  message: 'お誕生日おめでとう',
  email: 'hana@example.jp',
  expiresAt: inMinutes(5000),
};
const setUp = (network: FakeNetwork, me: Me = aMe('adult')) =>
  renderWithApp(<SeatOfferPage />, {
    network,
    me,
    path: '/seat_offers/abc',
    pattern: '/seat_offers/{invitationToken}',
  });
const offered = () => new FakeNetwork().answer(getSeatOffer, offer);

it('shows the gift with its message and takes it with the account that is named', async () => {
  const network = offered().answer(acceptSeatOffer, aParticipation());
  const { user, currentUrl } = setUp(network);
  expect(await screen.findByText(/はるかさんから、イベントのチケットのプレゼントが届いています。/)).toBeInTheDocument();
  expect(screen.getByText('お誕生日おめでとう')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /で受け取る/ }));
  await waitFor(() => expect(currentUrl()).toBe('/tickets'));
  expect(network.calls(acceptSeatOffer)[0]?.params).toEqual({ token: 'abc' });
});

it('leads whoever has no account to one and back', async () => {
  setUp(offered(), aMe('anonymous'));
  expect(await screen.findByRole('link', { name: 'アカウントを作成' })).toHaveAttribute(
    'href',
    '/signin?tab=signup&next=%2Fseat_offers%2Fabc',
  );
  expect(screen.queryByRole('button', { name: /受け取り/ })).toBeNull();
});

it('says why it cannot be accepted', async () => {
  const { user } = setUp(offered().refuse(acceptSeatOffer, 'student_only'));
  await user.click(await screen.findByRole('button', { name: /で受け取る/ }));
  expect(await screen.findByText('学生の方のみご利用いただけます。')).toBeInTheDocument();
});

it('is for nobody of 12 or under', async () => {
  setUp(offered(), aMe('child'));
  expect(await screen.findByText('12歳以下の方は、チケットを受け取れません。')).toBeInTheDocument();
});

it('declines after a confirmation, without an account', async () => {
  const network = offered().answer(declineSeatOffer, { ok: true });
  const { user } = setUp(network, aMe('anonymous'));
  await user.click(await screen.findByRole('button', { name: '辞退する' }));
  const dialog = await screen.findByRole('dialog', { name: 'チケットを辞退しますか' });
  await user.click(within(dialog).getByRole('button', { name: '辞退する' }));
  expect(await screen.findByText('チケットを辞退しました。')).toBeInTheDocument();
});

it('explains a link that opens nothing any more', async () => {
  setUp(new FakeNetwork().refuse(getSeatOffer, 'link_expired'));
  expect(await screen.findByText('このチケットは受け取れません。')).toBeInTheDocument();
});
