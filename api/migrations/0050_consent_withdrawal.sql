-- A guardian declined, or took consent back. Null while nobody was asked, an answer is waited for, or consent is given.
alter table users add column guardian_refused_at timestamptz;
