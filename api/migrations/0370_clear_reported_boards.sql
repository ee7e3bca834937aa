alter table board_reports drop constraint board_reports_decision_check;
alter table board_reports add constraint board_reports_decision_check check (decision in ('dismiss', 'clear_board', 'warn', 'suspend'));
