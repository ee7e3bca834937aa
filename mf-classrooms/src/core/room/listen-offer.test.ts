import { aClassroom, aMe } from '@manabiba/shared/testing/builders';

import { listenOffer } from './listen-offer';

const live = (changes: Parameters<typeof aClassroom>[0] = {}) =>
  aClassroom({ state: 'live', participantCount: 3, ...changes });
const adult = aMe('adult');
const anonymous = aMe('anonymous');

it.each([
  ['an open class', live(), 'listen'],
  ['a class that has not begun', live({ state: 'scheduled' }), 'none'],
  ['the own class', live({ myRole: 'host' }), 'none'],
  ['a locked class', live({ locked: true }), 'none'],
  ['a locked class in which the viewer was', live({ locked: true, myRole: 'listener' }), 'listen'],
  ['a full class', live({ participantCount: 500 }), 'none'],
  ['a class for the young', live({ allUsers: false }), 'none'],
] as const)('offers an adult %s', (_what, classroom, offer) => {
  expect(listenOffer(classroom, adult)).toBe(offer);
});

it('offers visitors an open class, and to sign in for one that is for the young', () => {
  expect(listenOffer(live(), anonymous)).toBe('listen');
  expect(listenOffer(live({ allUsers: false }), anonymous)).toBe('sign_in');
});
