import { followUser, getClassroom, getEvent, unfollowUser } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { aClassroomDetail, aMe, anEvent, aProfessional, aUser } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { FollowSlot } from './follow-slot';

const params = { id: 'x' };

/** Fills the slot like the pages of a classroom and an event do, with the host they know. */
function HostOfClassroom() {
  const { data } = useEndpoint(getClassroom, { params });
  return data ? (
    <p>
      フォロワー {data.host.followerCount}人<FollowSlot user={data.host} />
    </p>
  ) : null;
}
function OrganizerOfEvent() {
  const { data } = useEndpoint(getEvent, { params });
  return data ? (
    <p>
      フォロワー {data.organizer.followerCount}人<FollowSlot user={data.organizer} />
    </p>
  ) : null;
}

it.each([
  ['a classroom', <HostOfClassroom key="c" />],
  ['an event', <OrganizerOfEvent key="e" />],
])('optimistically follows the host on the page of %s and rolls back on failure', async (_where, page) => {
  const host = { id: 'usr_host', nickname: '加藤 修', followerCount: 7 };
  const network = new FakeNetwork()
    .answer(getClassroom, aClassroomDetail({ host: aUser(host) }))
    .answer(getEvent, anEvent({ organizer: aProfessional(host) }));
  const fail = network.hold(followUser);
  const { user } = renderWithApp(page, { me: aMe('adult'), network });
  await user.click(await screen.findByRole('button', { name: '加藤 修さんをフォローする' }));
  expect(screen.getByText('フォロワー 8人')).toBeInTheDocument();
  network
    .answer(getClassroom, aClassroomDetail({ host: aUser({ ...host, followerCount: 8, isFollowed: true }) }))
    .answer(getEvent, anEvent({ organizer: aProfessional({ ...host, followerCount: 8, isFollowed: true }) }));
  fail({ isFollowed: true, followerCount: 8 });
  network.refuse(unfollowUser, 'rate_limited');
  await user.click(await screen.findByRole('button', { name: '加藤 修さんをフォロー中。フォローを解除' }));
  expect(await screen.findByText('フォロワー 8人')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '加藤 修さんをフォロー中。フォローを解除' })).toBeInTheDocument();
});
