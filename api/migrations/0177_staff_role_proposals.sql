-- The role staff is given and taken back by two members of the staff: one proposes, another one decides.
create table staff_role_proposals (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  change text not null check (change in ('give', 'take')),
  reason text not null,
  proposed_by text not null references users (id) on delete cascade,
  proposed_at timestamptz not null,
  decision text check (decision in ('accept', 'decline')),
  decided_by text references users (id) on delete set null,
  decided_at timestamptz
);
-- One proposal at a time for each user.
create unique index staff_role_proposals_open on staff_role_proposals (user_id) where decision is null;
create index staff_role_proposals_of_proposer on staff_role_proposals (proposed_by);
