import { aRoomQuestion } from '../../core/testing/room-builders';
import { byUrgency, viewOfLive } from './question-view';

it('sorts open questions by votes and time, and answered ones last', () => {
  const answered = aRoomQuestion({ state: 'answered', voteCount: 9 });
  const few = aRoomQuestion({ voteCount: 1 });
  const later = aRoomQuestion({ voteCount: 2, createdAt: '2026-11-21T09:00:02.000Z' });
  const earlier = aRoomQuestion({ voteCount: 2, createdAt: '2026-11-21T09:00:01.000Z' });
  expect([answered, few, later, earlier].sort(byUrgency)).toEqual([earlier, later, few, answered]);
});

it("marks the viewer's own questions, votes and blocked authors", () => {
  const viewer = { id: 'usr_me', voted: new Set(['que_1']), blocked: new Set(['usr_rude']) };
  expect(viewOfLive(aRoomQuestion({ id: 'que_1', userId: 'usr_rude' }), viewer)).toMatchObject({
    isMine: false,
    hasVoted: true,
    isBlocked: true,
  });
  expect(viewOfLive(aRoomQuestion({ userId: 'usr_me' }), viewer)).toMatchObject({ isMine: true, hasVoted: false });
  expect(viewOfLive(aRoomQuestion({ userId: null }), viewer)).toMatchObject({ isMine: false, isBlocked: false });
});
