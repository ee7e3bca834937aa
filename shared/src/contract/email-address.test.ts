import * as z from 'zod/mini';

import { email } from './auth';
import { canonicalEmail, mailboxOf } from './email-address';

it.each([
  ['hanako@example.jp', 'hanako@example.jp'],
  ['  Hanako.Sato+school@EXAMPLE.jp ', 'hanako.sato+school@example.jp'],
  ["o'brien_1-2@mail.example.co.jp", "o'brien_1-2@mail.example.co.jp"],
  ['hanako@例え.jp', 'hanako@xn--r8jz45g.jp'],
  ['hanako@ｅｘａｍｐｌｅ.jp', 'hanako@example.jp'],
  ['hanako@ﾃｽﾄ.jp', 'hanako@xn--zckzah.jp'],
])('%s is accepted as one address: %s', (given, canonical) => {
  expect(canonicalEmail(given)).toBe(canonical);
  expect(z.parse(email, given)).toBe(canonical);
});

it.each([
  'n1<victim@example.jp>',
  'n1 <victim@example.jp>',
  'a@example.jp,victim@example.jp',
  'a@example.jp;b@example.jp',
  'group:victim@example.jp;',
  '"quoted part"@example.jp',
  '"a@b"@example.jp',
  'a(comment)@example.jp',
  'a@b@example.jp',
  'victim%example.jp@relay.example',
  'host!victim@example.jp',
  'a b@example.jp',
  'a@example.jp\nBcc: victim@example.jp',
  'a@exa mple.jp',
  'あ@example.jp',
  'a@example',
  'a@127.0.0.1',
  'a@[127.0.0.1]',
  'a@１２７.1',
  'a@0x7f.1',
  'a@-example.jp',
  'a@example-.jp',
  'a@example..jp',
  'a@.jp',
  'a@example.jp.',
  '@example.jp',
  'a@',
  '',
  'a@exa%6dple.jp',
  'a@例え.jp/x',
  'a@例え.jp:80',
  'a@例え.jp#x',
  'first..last@example.jp',
  'last.@example.jp',
  '.first@example.jp',
  `${'a'.repeat(65)}@example.jp`,
  `a@${'b'.repeat(64)}.jp`,
  `a@${'b.'.repeat(130)}jp`,
  'a@\ud800.jp',
])('%j is rejected', (given) => {
  expect(canonicalEmail(given)).toBeNull();
  expect(z.safeParse(email, given).success).toBe(false);
});

it.each([
  ['hanako+1@example.jp', 'hanako+2@example.jp', true],
  ['Hanako@EXAMPLE.jp', 'hanako@example.jp', true],
  ['hanako@例え.jp', 'hanako@xn--r8jz45g.jp', true],
  ['ha.na.ko+x@gmail.com', 'hanako@googlemail.com', true],
  ['ha.nako@example.jp', 'hanako@example.jp', false],
  ['+@example.jp', '+a@example.jp', false],
])('%s and %s share a mailbox: %s', (one, other, isSame) => {
  expect(mailboxOf(one) === mailboxOf(other)).toBe(isSame);
});
