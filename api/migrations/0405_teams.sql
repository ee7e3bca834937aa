-- Hosts of series have a team as organizers of events do. An instance of the previous version goes on under the old names, which are views
-- until a later migration drops them.
alter table event_members rename to team_members;
alter table team_members
  alter column event_id drop not null,
  add column series_id text references series (id) on delete cascade,
  drop constraint event_members_roles_check,
  add constraint team_members_subject check (num_nonnulls(event_id, series_id) = 1),
  add constraint team_members_roles check (cardinality(roles) between 1 and 3 and roles <@
    case when series_id is null then array['edit', 'reception', 'sales'] else array['edit', 'attendance'] end),
  add constraint team_members_of_series unique (series_id, user_id),
  add constraint team_invitations_of_series unique (series_id, email);
create view event_members as
  select id, event_id, user_id, email, token_hash, roles, expires_at, invited_at, joined_at from team_members where event_id is not null;

alter table event_acts rename to team_acts;
alter table team_acts
  alter column event_id drop not null,
  add column series_id text references series (id) on delete cascade,
  add constraint team_acts_subject check (num_nonnulls(event_id, series_id) = 1);
create index team_acts_of_series on team_acts (series_id, created_at desc, id desc) where series_id is not null;
create view event_acts as
  select id, event_id, user_id, act, person_id, participation_id, detail, created_at from team_acts where event_id is not null;
