-- Codes are kept in the form in which they are compared: NFKC, capitals, one kind of hyphen, no spaces or invisible
-- characters. `foldCode` in shared/src/contract/fold-code.ts returns it.
create function pg_temp.fold_code(typed text) returns text
language sql immutable strict
return upper(regexp_replace(
  regexp_replace(normalize(typed, NFKC), '[\u02D7\u058A\u05BE\u1400\u1806\u2010-\u2015\u2043\u2053\u2212\u2500\u2501\u2796\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u301C\u3030\u30A0\u30FC\u3161]', '-', 'g'),
  '[[:space:]\u00AD\u034F\u061C\u115F\u1160\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF]', '', 'g'));

insert into trial_coupons (code, plan_id, trial_days, max_uses, uses, expires_at, created_at)
  select pg_temp.fold_code(code), plan_id, trial_days, max_uses, uses, expires_at, created_at
  from trial_coupons where pg_temp.fold_code(code) <> code
  on conflict do nothing;
update subscriptions set coupon_code = pg_temp.fold_code(coupon_code) where pg_temp.fold_code(coupon_code) <> coupon_code;
delete from trial_coupons where pg_temp.fold_code(code) <> code;

update users u set student_code = folded.code
from (select id, partner_school_id, pg_temp.fold_code(student_code) as code from users where student_code is not null) folded
where folded.id = u.id and folded.code <> u.student_code
  and not exists (select 1 from users other where other.partner_school_id = folded.partner_school_id and other.student_code = folded.code);
