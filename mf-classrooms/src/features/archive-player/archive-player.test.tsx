import type { Me } from '@manabiba/shared/contract/users';
import { getArchive, watchArchive } from '@manabiba/shared/data/endpoints';
import { callEndpoint } from '@manabiba/shared/platform';
import { anArchive } from '@manabiba/shared/testing/archive-builders';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';

import { failWith, installFakeVideo, playTo } from '../../core/testing/fake-video';
import { ArchivePlayer } from './archive-player';

beforeEach(installFakeVideo);

function setUp(
  changes: Parameters<typeof anArchive>[0] = {},
  next = anArchive({ id: 'arc_2', title: '内積' }),
  me: Me | null = aMe(),
) {
  const archive = anArchive(changes);
  const onRefused = jest.fn();
  const onPlayNext = jest.fn();
  const network = new FakeNetwork()
    .answer(watchArchive, { counted: true, watchCount: 1235 })
    .answer(getArchive, { ...archive, fileUrl: 'http://localhost/archive.mp4?signature=2' });
  const app = renderWithApp(
    <ArchivePlayer
      archive={archive}
      playsAtOnce={false}
      renew={() => callEndpoint(getArchive, { params: { id: archive.id } })}
      onRefused={onRefused}
      onPlayer={() => undefined}
      next={next}
      onPlayNext={onPlayNext}
      onFirstPlay={() => undefined}
    />,
    { me, network },
  );
  const video = app.container.querySelector('video') as HTMLVideoElement;
  return { ...app, network, video, onRefused, onPlayNext };
}
const slider = () => screen.getByRole('slider', { name: '再生位置' });

it('plays and pauses by button and by keys', async () => {
  const { user, video } = setUp();
  await user.click(screen.getByRole('button', { name: '再生する' }));
  expect(video.paused).toBe(false);
  await user.keyboard('k');
  expect(video.paused).toBe(true);
  await user.keyboard(' ');
  expect(video.paused).toBe(false);
  await user.click(screen.getByRole('button', { name: '一時停止' }));
  expect(video.paused).toBe(true);
});

it('leaves the keys to a line of the transcript that has the focus', async () => {
  const { user, video, container } = setUp();
  await user.click(screen.getByRole('button', { name: '再生する' }));
  const line = document.createElement('button');
  const onClick = jest.fn();
  line.addEventListener('click', onClick);
  container.append(line);
  line.focus();
  await user.keyboard('k');
  expect(video.paused).toBe(false);
  await user.keyboard(' ');
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(video.paused).toBe(false);
  line.blur();
  await user.keyboard('k');
  expect(video.paused).toBe(true);
});

it('goes to a position by keys and names it', async () => {
  const { user, video } = setUp({
    chapters: [
      { at: 0, title: 'はじめに' },
      { at: 300, title: '単位円' },
    ],
  });
  await user.keyboard('5');
  expect(video.currentTime).toBe(300);
  expect(slider()).toHaveAttribute('aria-valuetext', '5分0秒 単位円');
  await user.keyboard('j');
  expect(video.currentTime).toBe(290);
  expect(slider()).toHaveAttribute('aria-valuetext', '4分50秒 はじめに');
  await user.keyboard('{ArrowRight}');
  expect(video.currentTime).toBe(295);
});

it('remembers rate and volume for the next recording', async () => {
  const { user, unmount } = setUp();
  await user.click(screen.getByRole('button', { name: '再生速度 1倍' }));
  await user.click(screen.getByRole('menuitemradio', { name: '1.5倍' }));
  fireEvent.change(screen.getByRole('slider', { name: '音量' }), { target: { value: '40' } });
  unmount();
  const { video } = setUp();
  expect(await screen.findByRole('button', { name: '再生速度 1.5倍' })).toBeVisible();
  expect(video.playbackRate).toBe(1.5);
  expect(video.volume).toBe(0.4);
});

it('begins where the viewer stopped on another device', async () => {
  const { video } = setUp({ resumeAtSeconds: 120 });
  expect(slider()).toHaveAttribute('aria-valuenow', '120');
  await waitFor(() => expect(video.src).not.toBe(''));
  fireEvent.loadedMetadata(video);
  expect(video.currentTime).toBe(120);
});

it('begins anew when the recording was watched to the end', () => {
  setUp({ resumeAtSeconds: 598 });
  expect(slider()).toHaveAttribute('aria-valuenow', '0');
});

it('renews an expired address and plays on at the same position', async () => {
  const { user, video, network } = setUp();
  await user.click(screen.getByRole('button', { name: '再生する' }));
  act(() => playTo(video, 42));
  act(() => failWith(video, 4));
  await waitFor(() => expect(video.src).toContain('signature=2'));
  expect(network.calls(getArchive)).toHaveLength(1);
  video.currentTime = 0;
  fireEvent.loadedMetadata(video);
  expect(video.currentTime).toBe(42);
  expect(video.paused).toBe(false);
});

it('offers a retry when nothing can be played', async () => {
  const { user, video } = setUp();
  await waitFor(() => expect(video.src).not.toBe(''));
  act(() => failWith(video, 3));
  expect(await screen.findByText('再生できませんでした。')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  await waitFor(() => expect(video.src).toContain('signature=2'));
  expect(screen.queryByText('再生できませんでした。')).not.toBeInTheDocument();
});

it('reports when the viewer may no longer watch', async () => {
  const { video, network, onRefused } = setUp();
  await waitFor(() => expect(video.src).not.toBe(''));
  network.answer(getArchive, anArchive({ canWatch: false, fileUrl: null }));
  act(() => failWith(video, 4));
  await waitFor(() => expect(onRefused).toHaveBeenCalled());
});

it('reports nothing until a visitor has a session', async () => {
  const { user, network, session } = setUp({}, undefined, null);
  await user.click(screen.getByRole('button', { name: '再生する' }));
  expect(network.calls(watchArchive)).toEqual([]);
  act(() => session.setState({ me: aMe('anonymous') }));
  await waitFor(() => expect(network.calls(watchArchive)).toHaveLength(1));
});

it('reports what was watched, without what was skipped', async () => {
  const { user, video, network } = setUp();
  await user.click(screen.getByRole('button', { name: '再生する' }));
  // From here the server counts the time in which the rest can have been played.
  await waitFor(() => expect(network.calls(watchArchive)).toHaveLength(1));
  expect(network.calls(watchArchive)[0]?.body).toMatchObject({ positionSeconds: 0, watchedSeconds: 0 });
  act(() => playTo(video, 12));
  await user.keyboard('9');
  act(() => playTo(video, 550));
  await user.keyboard('k');
  await waitFor(() => expect(network.calls(watchArchive)).toHaveLength(2));
  expect(network.calls(watchArchive).at(-1)?.body).toMatchObject({ positionSeconds: 550, watchedSeconds: 22 });
});

it('offers the next recording after the end, with a way out', async () => {
  const { user, video, onPlayNext } = setUp();
  await user.click(screen.getByRole('button', { name: '再生する' }));
  fireEvent.ended(video);
  expect(await screen.findByRole('region', { name: '次のおすすめ' })).toHaveTextContent('内積');
  await user.click(screen.getByRole('button', { name: '取りやめる' }));
  expect(screen.queryByRole('region', { name: '次のおすすめ' })).not.toBeInTheDocument();
  expect(onPlayNext).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'もう一度見る' }));
  expect(video.currentTime).toBe(0);
  expect(video.paused).toBe(false);
});

describe('the countdown to the next recording', () => {
  const nextOne = () => screen.queryByRole('region', { name: '次のおすすめ' });
  const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
  const watchToTheEnd = async () => {
    const app = setUp();
    await pass(0);
    fireEvent.click(screen.getByRole('button', { name: '再生する' }));
    fireEvent.ended(app.video);
    return app;
  };
  const field = document.createElement('textarea');
  beforeEach(() => {
    jest.useFakeTimers();
    field.value = '';
    document.body.append(field);
  });
  afterEach(() => {
    jest.useRealTimers();
    document.querySelector('dialog')?.remove();
    field.remove();
  });

  it('plays it once', async () => {
    const { onPlayNext } = await watchToTheEnd();
    await pass(9);
    expect(onPlayNext).not.toHaveBeenCalled();
    for (const second of [1, 1, 1]) await pass(second);
    expect(onPlayNext).toHaveBeenCalledTimes(1);
  });

  it('goes on while a control of the player has the focus', async () => {
    const { onPlayNext } = await watchToTheEnd();
    screen.getByRole('slider', { name: '音量' }).focus();
    await pass(10);
    expect(onPlayNext).toHaveBeenCalledTimes(1);
  });

  it.each<[string, () => void]>([
    ['a field outside the player has the focus', () => field.focus()],
    ['something was written', () => (field.value = 'よかった')],
    ['a dialog is open', () => document.body.append(Object.assign(document.createElement('dialog'), { open: true }))],
  ])('does not begin when %s', async (_what, occupy) => {
    occupy();
    const { onPlayNext } = await watchToTheEnd();
    expect(nextOne()).not.toBeInTheDocument();
    await pass(11);
    expect(onPlayNext).not.toHaveBeenCalled();
  });

  it('is called off when the viewer begins to write', async () => {
    const { onPlayNext } = await watchToTheEnd();
    expect(nextOne()).toBeVisible();
    act(() => field.focus());
    expect(nextOne()).not.toBeInTheDocument();
    await pass(11);
    expect(onPlayNext).not.toHaveBeenCalled();
  });
});
