import { slowTexts } from '@manabiba/shared/testing/hostile-strings';

import { checkEmailForm, checkGuardianForm } from './account-forms';

it('validates an address of any length in linear time', () => {
  expect(slowTexts((email) => checkEmailForm(true)({ email, currentPassword: 'x' }))).toEqual([]);
  expect(slowTexts((guardianEmail) => checkGuardianForm({ guardianEmail }))).toEqual([]);
});

it.each([
  ['hanako@example.jp', undefined],
  [' hanako@example.jp ', undefined],
  ['', 'メールアドレスを入力してください。'],
  ['a@b', 'メールアドレスの形式で入力してください。'],
  ['n1<a@example.jp>', 'メールアドレスの形式で入力してください。'],
])('reports for %j: %s', (email, sentence) => {
  expect(checkEmailForm(false)({ email, currentPassword: '' }).email).toBe(sentence);
});
