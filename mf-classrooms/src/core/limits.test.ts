import { MAX_COMMENT_LENGTH as longestOfContract } from '@manabiba/shared/contract/classroom-comments';
import { OPENS_BEFORE_MINUTES as openingOfContract } from '@manabiba/shared/contract/rooms';
import { MAX_REPORT_DETAIL_LENGTH as detailOfContract } from '@manabiba/shared/contract/primitives';
import { MAX_COMMENT_LENGTH, MAX_REPORT_DETAIL_LENGTH, OPENS_BEFORE_MINUTES } from './limits';

it('knows the same limits as the contract', () => {
  expect([MAX_COMMENT_LENGTH, OPENS_BEFORE_MINUTES, MAX_REPORT_DETAIL_LENGTH]).toEqual([longestOfContract, openingOfContract, detailOfContract]);
});
