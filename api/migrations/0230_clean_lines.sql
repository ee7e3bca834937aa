-- Names and titles stored before input was cleaned get the form in which they are stored today: line breaks are spaces, and
-- characters without a glyph are gone. `line` in shared/src/contract/primitives.ts does the same. What would be empty stays.
create function pg_temp.clean_line(stored text) returns text
language sql immutable strict
return regexp_replace(
  regexp_replace(
    regexp_replace(
      regexp_replace(stored, '[\t\n\r\u000B\u000C\u0085\u2028\u2029]+', ' ', 'g'),
      '[\u0001-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u202A-\u202E\u2066-\u2069\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u2060-\u206F\u3164\uFEFF\uFFA0]', '', 'g'),
    '\u2800', ' ', 'g'),
  '^[ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+|[ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+$', '', 'g');

update users set nickname = pg_temp.clean_line(nickname) where pg_temp.clean_line(nickname) not in (nickname, '');
update users set job = pg_temp.clean_line(job) where pg_temp.clean_line(job) <> job;
update professionals set org_name = pg_temp.clean_line(org_name) where pg_temp.clean_line(org_name) not in (org_name, '');
update classrooms set name = pg_temp.clean_line(name) where pg_temp.clean_line(name) not in (name, '');
update events set title = pg_temp.clean_line(title) where pg_temp.clean_line(title) not in (title, '');
update events set subtitle = pg_temp.clean_line(subtitle) where pg_temp.clean_line(subtitle) <> subtitle;
update ticket_types set name = pg_temp.clean_line(name) where pg_temp.clean_line(name) not in (name, '');
update archives set title = pg_temp.clean_line(title) where pg_temp.clean_line(title) not in (title, '');

drop function pg_temp.clean_line(text);
