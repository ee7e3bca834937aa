import { estimateMb } from './data-estimate';

it('costs least with sound alone and most with a camera', () => {
  const [audio, listen, video] = (['audio', 'listen', 'video'] as const).map((way) => estimateMb(way, 45));
  expect([audio, listen, video]).toEqual([20, 170, 330]);
});

it('grows with the time, and is never nothing', () => {
  expect(estimateMb('listen', 90)).toBe(340);
  expect(estimateMb('audio', 1)).toBe(5);
});
