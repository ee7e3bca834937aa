import { keyAction } from './key-action';

const press = (key: string, isInside = true, held: object = {}) =>
  keyAction({ key, ctrlKey: false, metaKey: false, altKey: false, ...held }, isInside);

it.each([
  [' ', { kind: 'toggle' }],
  ['k', { kind: 'toggle' }],
  ['J', { kind: 'seek-by', seconds: -10 }],
  ['l', { kind: 'seek-by', seconds: 10 }],
  ['ArrowLeft', { kind: 'seek-by', seconds: -5 }],
  ['ArrowRight', { kind: 'seek-by', seconds: 5 }],
  ['ArrowUp', { kind: 'volume-by', share: 0.05 }],
  ['m', { kind: 'mute' }],
  ['f', { kind: 'fullscreen' }],
  ['C', { kind: 'captions' }],
  ['0', { kind: 'seek-to', share: 0 }],
  ['7', { kind: 'seek-to', share: 0.7 }],
  ['End', { kind: 'seek-to', share: 1 }],
  ['x', null],
  ['Tab', null],
])('%s', (key, action) => {
  expect(press(key)).toEqual(action);
});

it('leaves shortcuts of the browser alone', () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(press('f', true, held)).toBeNull();
});

it('leaves the keys that scroll to the page until the player has the focus', () => {
  for (const key of ['ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']) expect(press(key, false)).toBeNull();
  expect(press('ArrowLeft', false)).not.toBeNull();
  expect(press(' ', false)).not.toBeNull();
});
