import { MAX_COMMENT_LENGTH as contractLimit } from '@manabiba/shared/contract/classroom-comments';
import { MAX_COMMENT_LENGTH } from './limits';

it('knows the same longest comment as the contract', () => {
  expect(MAX_COMMENT_LENGTH).toBe(contractLimit);
});
