import type { LocalTrack } from 'livekit-client';

import { OwnConnection } from './own-connection';

/** A source whose captures end when the test says so. Its connection never gets a token. */
function setUp() {
  const captures: ((tracks: LocalTrack[]) => void)[] = [];
  const source = new OwnConnection({
    capture: () => new Promise((resolve) => captures.push(resolve)),
    getToken: () => new Promise(() => undefined),
    onChange: () => undefined,
  });
  const deliver = async (index: number) => {
    const track = { mediaStreamTrack: new EventTarget(), stop: jest.fn() };
    captures[index]?.([track as unknown as LocalTrack]);
    await Promise.resolve();
    await Promise.resolve();
    return track;
  };
  return { source, captures, deliver };
}

it('captures once when it is started twice', async () => {
  const { source, captures, deliver } = setUp();
  void source.start();
  void source.start();
  const track = await deliver(0);
  expect(captures).toHaveLength(1);
  expect(source.tracks).toEqual([track]);
});

it('discards what a capture brings after it was stopped', async () => {
  const { source, deliver } = setUp();
  const starting = source.start();
  source.stop();
  const track = await deliver(0);
  await starting;
  expect(track.stop).toHaveBeenCalledTimes(1);
  expect(source.tracks).toEqual([]);
});

it('keeps only the second capture when it is stopped and started again during the first', async () => {
  const { source, deliver } = setUp();
  void source.start();
  source.stop();
  void source.start();
  const second = await deliver(1);
  const first = await deliver(0);
  expect(first.stop).toHaveBeenCalled();
  expect(second.stop).not.toHaveBeenCalled();
  expect(source.tracks).toEqual([second]);
});
