-- The staff finds people by the beginning of their name or address, and pupils by their code. The index of codes within a
-- school finds those of a school.
create index users_nickname_prefix on users (lower(nickname) text_pattern_ops);
create index users_email_prefix on users (email text_pattern_ops) where email is not null;
create index users_code_of_pupil on users (student_code) where student_code is not null;
