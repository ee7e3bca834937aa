import { aMe, aUser } from '@manabiba/shared/testing/builders';

import { isReduced } from './is-reduced';

const aChild = () => aUser({ nickname: 'はるき', canBeFollowed: false });

it("treats a child's profile as reduced for anonymous visitors and adults", () => {
  expect(isReduced(aChild(), aMe('anonymous'))).toBe(true);
  expect(isReduced(aChild(), aMe('adult'))).toBe(true);
});

it('treats no other profile as reduced', () => {
  const me = aMe('adult');
  expect(isReduced(aUser(), me)).toBe(false);
  expect(isReduced(aUser({ canBeFollowed: false, job: '高校教諭' }), me)).toBe(false);
  expect(isReduced(aUser({ id: me.id, canBeFollowed: false }), me)).toBe(false);
});

it('draws no conclusion when the viewer is a child', () => {
  expect(isReduced(aUser({ canBeFollowed: false }), aMe('child'))).toBe(false);
});
