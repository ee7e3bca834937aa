-- The log of staff actions tells what an action changed, and cannot be rewritten by the product.
alter table audit_log
  add column before text,
  add column after text;
create index audit_log_action on audit_log (action, at);

create function refuse_change_of_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger audit_log_keeps_rows before update or delete on audit_log
  for each row execute function refuse_change_of_audit_log();
create trigger audit_log_keeps_all before truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();
