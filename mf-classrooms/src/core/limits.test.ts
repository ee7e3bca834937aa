import { MAX_COMMENT_LENGTH as longestOfContract } from '@manabiba/shared/contract/classroom-comments';
import { OPENS_BEFORE_MINUTES as openingOfContract } from '@manabiba/shared/contract/rooms';
import { MAX_COMMENT_LENGTH, OPENS_BEFORE_MINUTES } from './limits';

it('knows the same limits as the contract', () => {
  expect([MAX_COMMENT_LENGTH, OPENS_BEFORE_MINUTES]).toEqual([longestOfContract, openingOfContract]);
});
