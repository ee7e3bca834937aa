-- The staff sees what became of the last mails to a user; with the user, their mails are deleted.
create index mails_of_user on mails (user_id, created_at desc);
