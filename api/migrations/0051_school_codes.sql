-- Codes of pupils are kept in the form in which they are compared: NFKC, capital letters, one kind of hyphen.
update users u set student_code = tidy.code
from (
  select id, partner_school_id, translate(upper(normalize(trim(student_code), NFKC)), '‐‑‒–—―−ー', '--------') as code
  from users where student_code is not null
) tidy
where tidy.id = u.id and tidy.code <> u.student_code
  and not exists (select 1 from users other where other.partner_school_id = tidy.partner_school_id and other.student_code = tidy.code);
