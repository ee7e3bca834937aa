import { act, fireEvent, render, screen } from '@testing-library/react';

import { type PersonMedia, SILENT_PERSON } from '../../../core/media/session/media-people';
import type { MediaState } from '../../../core/media/session/media-state';
import { LOADING_MEDIA } from '../../../core/media/use-media-state';
import { aMediaSession } from '../../../core/testing/media-session';
import { ConnectionState } from './connection-state';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const SILENCE = 'いまは誰も話していません。配信が始まると自動で再生されます。';

function stateWith(host: Partial<PersonMedia>, changes: Partial<MediaState> = {}): MediaState {
  const people = new Map([['usr_host', { ...SILENT_PERSON, ...host }]]);
  return { ...LOADING_MEDIA, connection: 'connected', people, ...changes };
}
const shown = (state: MediaState, isAudience = true, isOffline = false) => (
  <ConnectionState media={null} {...{ state, isAudience, isOffline }} />
);
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

it('reports after two seconds that nobody sends anything, until somebody does', () => {
  const { rerender } = render(shown(stateWith({})));
  wait(1900);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  wait(200);
  expect(screen.getByRole('status')).toHaveTextContent(SILENCE);
  rerender(shown(stateWith({ isSending: true })));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  rerender(shown(stateWith({})));
  wait(1900);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it.each([
  ['somebody sends sound or video', stateWith({ isSending: true }), true, false],
  ['the connection is not established', stateWith({}, { connection: 'connecting' }), true, false],
  ['the viewer is the host', stateWith({}), false, false],
  ['the stage says that the viewer is offline', stateWith({}), true, true],
])('reports no silence while %s', (_when, state, isAudience, isOffline) => {
  render(shown(state, isAudience, isOffline));
  wait(10_000);
  expect(screen.getByRole('status')).not.toHaveTextContent('誰も話していません');
});

it.each([
  ['the browser blocks it', true, '音声を再生', '押すと、教室の音声が流れます。'],
  ['a call has paused it', false, '音声を再開する', '電話やほかのアプリが終わったら押してください。'],
])('offers to play the sound when %s', (_why, isSoundBlocked, name, hint) => {
  const media = aMediaSession();
  const state = stateWith({ isSending: true }, { isSoundStopped: true, isSoundBlocked });
  render(<ConnectionState media={media} isOffline={false} state={state} isAudience />);
  expect(screen.getByRole('alert')).toHaveTextContent(hint);
  fireEvent.click(screen.getByRole('button', { name }));
  expect(media.resumeSound).toHaveBeenCalledTimes(1);
});
