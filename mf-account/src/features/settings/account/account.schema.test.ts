/** @jest-environment node */
import { slowTexts } from '@manabiba/shared/testing/hostile-strings';
import * as z from 'zod/mini';

import { emailForm, guardianForm } from './account.schema';

it('validates an address of any length in linear time', () => {
  const form = emailForm({ hasPassword: true });
  expect(slowTexts((email) => z.safeParse(form, { email, currentPassword: 'x' }))).toEqual([]);
  expect(slowTexts((guardianEmail) => z.safeParse(guardianForm, { guardianEmail }))).toEqual([]);
});

it.each([
  ['hanako@example.jp', undefined],
  [' hanako@example.jp ', undefined],
  ['', 'メールアドレスを入力してください。'],
  ['a@b', 'メールアドレスの形式で入力してください。'],
  ['n1<a@example.jp>', 'メールアドレスの形式で入力してください。'],
])('reports for %j: %s', (email, sentence) => {
  const { error } = z.safeParse(emailForm({ hasPassword: false }), { email, currentPassword: '' });
  expect(error?.issues[0]?.message).toBe(sentence);
});
