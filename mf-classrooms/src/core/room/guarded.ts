/** Messages for a guarded room (minors without a verified adult), for those inside and outside. */
export const GUARDED_INSIDE =
  '本人確認済みの大人がいないため、新しい方の入室を止めています。18歳以上のホストまたは共同ホストが参加すると、自動で再開します。';
export const GUARDED_OUTSIDE =
  '未成年の方が参加している教室に、本人確認済みの大人のホストまたは共同ホストがいません。大人が参加すると、入室できます。';
