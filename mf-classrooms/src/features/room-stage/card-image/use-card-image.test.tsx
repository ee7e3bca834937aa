import type { ClassroomDetail, RoomRole } from '@manabiba/shared/contract/classrooms';
import { LIVE_FRAME_INTERVAL_MS } from '@manabiba/shared/contract/limits';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { deleteLiveFrame, putLiveFrame } from '@manabiba/shared/data/endpoints';
import { aClassroomDetail, aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';

import type { MediaState } from '../../../core/media/session/media-state';
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

describe('what the host shows', () => {
  const aTrack = (label: string) => ({ mediaStreamTrack: { label } }) as MediaState['camera'];
  const camera = aTrack('camera');
  const sharing = aMediaSession({ camera, screen: aTrack('screen') });
  const onCamera = aMediaSession({ camera });
  const classroom = aClassroomDetail();

  function Stage() {
    const [isSharing, setIsSharing] = useState(true);
    const image = useCardImage(classroom, 'host', isSharing ? sharing : onCamera);
    return (
      <>
        <button onClick={() => image?.onChange(true)}>show</button>
        <button onClick={() => setIsSharing(false)}>stop sharing</button>
      </>
    );
  }

  // What jsdom lacks: an image is the name of its track.
  beforeEach(() => {
    jest.useFakeTimers();
    let label = '';
    const drawImage = (video: HTMLVideoElement) => {
      label = (video.srcObject as unknown as { tracks: MediaStreamTrack[] }).tracks[0]?.label ?? '';
    };
    globalThis.MediaStream = class {
      constructor(readonly tracks: MediaStreamTrack[]) {}
    } as unknown as typeof MediaStream;
    jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never);
    jest.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(() => `data:image/jpeg;base64,${label}`);
  });
  afterEach(() => jest.useRealTimers());

  it('is sent every 30 seconds, the screen before the camera, and deleted on leaving', async () => {
    const network = new FakeNetwork()
      .answer(putLiveFrame, { frameUrl: '/frames/1.webp' })
      .answer(deleteLiveFrame, undefined);
    const { unmount } = renderWithApp(<Stage />, { me: aMe('adult'), network });
    const sent = () => network.calls(putLiveFrame).map(({ body }) => (body as { image: string }).image);
    fireEvent.click(screen.getByText('show'));
    await act(() => jest.advanceTimersByTimeAsync(LIVE_FRAME_INTERVAL_MS - 1));
    expect(sent()).toEqual(['screen']);
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(sent()).toEqual(['screen', 'screen']);

    fireEvent.click(screen.getByText('stop sharing'));
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(sent()).toEqual(['screen', 'screen', 'camera']);
    expect(network.calls(deleteLiveFrame)).toHaveLength(0);

    unmount();
    await jest.advanceTimersByTimeAsync(LIVE_FRAME_INTERVAL_MS);
    expect(network.calls(deleteLiveFrame)).toHaveLength(1);
    expect(sent()).toHaveLength(3);
  });
});
