import { estimateMb } from './data-estimate';

it('is lowest for audio only and highest with a camera', () => {
  const [audio, listen, video] = (['audio', 'listen', 'video'] as const).map((way) => estimateMb(way, 45));
  expect([audio, listen, video]).toEqual([20, 170, 330]);
});

it('grows with the duration and is never zero', () => {
  expect(estimateMb('listen', 90)).toBe(340);
  expect(estimateMb('audio', 1)).toBe(5);
});
