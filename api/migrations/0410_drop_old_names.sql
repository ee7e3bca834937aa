-- Names under which no version has been released; instances from before 0390 and 0391 went on under them.
drop view staff_second_factors, staff_recovery_codes, event_messages;
