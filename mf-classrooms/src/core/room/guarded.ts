/** The message of a guarded room (minors without a verified adult) for those inside; `GUARDED` is for those outside. */
export const GUARDED_INSIDE =
  '本人確認済みの大人がいないため、新しい方の入室を止めています。18歳以上のホストまたは共同ホストが参加すると、自動で再開します。';
