-- A fence has no document: once it is gone, everything that was due before it is written.
alter table live_outbox drop constraint live_outbox_kind_check;
alter table live_outbox add constraint live_outbox_kind_check check (kind in ('room', 'count', 'user', 'comment', 'person', 'session', 'fence'));
