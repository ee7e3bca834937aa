import type { ClassroomDetail, RoomRole } from '@manabiba/shared/contract/classrooms';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { aClassroomDetail, aMe } from '@manabiba/shared/testing/builders';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { aMediaSession } from '../../../core/testing/media-session';
import { useCardImage } from './use-card-image';

function Offer({ classroom, role }: { classroom: ClassroomDetail; role: RoomRole }) {
  return <p>{useCardImage(classroom, role, aMediaSession()) ? 'offered' : 'not offered'}</p>;
}

it.each<[string, string, Partial<SignedInMe>, RoomRole, Partial<ClassroomDetail>]>([
  ['offered', 'an adult host', {}, 'host', {}],
  ['offered', 'a host of 18 to 24', { isStudentAge: true }, 'host', {}],
  ['not offered', 'a host under 18', { isStudentAge: true, guardianConsent: 'given' }, 'host', {}],
  ['not offered', 'a pupil', { isStudentAge: true, isPartnerSchoolStudent: true }, 'host', {}],
  ['not offered', 'a co-host', {}, 'co_host', {}],
  ['not offered', 'the host of a private classroom', {}, 'host', { privateMode: true }],
  ['not offered', "the host of an event's room", {}, 'host', { eventId: 'evt_1' }],
])('is %s to %s', (expected, _who, changes, role, of) => {
  renderWithApp(<Offer classroom={aClassroomDetail(of)} role={role} />, { me: aMe('adult', changes) });
  expect(screen.getByText(expected)).toBeVisible();
});
