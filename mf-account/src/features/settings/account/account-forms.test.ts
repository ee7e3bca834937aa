import { slowTexts } from '@manabiba/shared/testing/hostile-strings';

import { checkEmailForm, checkGuardianForm } from './account-forms';

it('takes linear time, whatever is pasted as an address', () => {
  expect(slowTexts((email) => checkEmailForm(true)({ email, currentPassword: 'x' }))).toEqual([]);
  expect(slowTexts((guardianEmail) => checkGuardianForm({ guardianEmail }))).toEqual([]);
});

it.each([
  ['hanako@example.jp', undefined],
  [' hanako@example.jp ', undefined],
  ['', 'メールアドレスを入力してください。'],
  ['a@b', 'メールアドレスの形式で入力してください。'],
  ['n1<a@example.jp>', 'メールアドレスの形式で入力してください。'],
])('says of %j: %s', (email, sentence) => {
  expect(checkEmailForm(false)({ email, currentPassword: '' }).email).toBe(sentence);
});
