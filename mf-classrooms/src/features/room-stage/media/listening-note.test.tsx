import { inMinutes } from '@manabiba/shared/testing/builders';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';
import type { Track } from 'livekit-client';

import type { MediaState } from '../../../core/media/session/media-state';
import { aMediaSession } from '../../../core/testing/media-session';
import { ListeningNote } from './listening-note';

const show = (state: Partial<MediaState>, { clockAheadMs = 0 } = {}) =>
  renderWithApp(<ListeningNote media={aMediaSession(state)} endAt={inMinutes(30)} clockAheadMs={clockAheadMs} />);
const LISTENS = '聞くだけで参加しています。';

it.each([
  ['with video', {}, '残り30分で通信量はおよそ 110MB'],
  ['without video', { isAudioOnly: true }, '残り30分で通信量はおよそ 15MB'],
])('estimates the data that listening takes until the end, %s', (_how, state, text) => {
  show(state);
  expect(screen.getByText(LISTENS)).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
});

it('counts the minutes by the clock of the server', () => {
  show({}, { clockAheadMs: 10 * 60_000 });
  expect(screen.getByText(/残り20分/)).toBeVisible();
});

it.each([
  ['a microphone', { isMicOn: true }],
  ['a camera', { camera: {} as Track }],
])('disappears once the viewer turns on %s', (_what, state) => {
  show(state);
  expect(screen.queryByText(LISTENS)).not.toBeInTheDocument();
});
