-- The log is read newest first, of everybody or of one member of the staff.
create index audit_log_who on audit_log (who, id desc);
