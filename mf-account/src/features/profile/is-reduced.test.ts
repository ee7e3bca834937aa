import { aMe, aUser } from '@manabiba/shared/testing/builders';

import { isReduced } from './is-reduced';

const aChild = () => aUser({ nickname: 'はるき', canBeFollowed: false });

it('sees a child as reduced, for visitors and adults alike', () => {
  expect(isReduced(aChild(), aMe('anonymous'))).toBe(true);
  expect(isReduced(aChild(), aMe('adult'))).toBe(true);
});

it('sees nobody else so', () => {
  const me = aMe('adult');
  expect(isReduced(aUser(), me)).toBe(false);
  expect(isReduced(aUser({ canBeFollowed: false, job: '高校教諭' }), me)).toBe(false);
  expect(isReduced(aUser({ id: me.id, canBeFollowed: false }), me)).toBe(false);
});

it('draws no conclusion where the viewer is the child', () => {
  expect(isReduced(aUser({ canBeFollowed: false }), aMe('child'))).toBe(false);
});
