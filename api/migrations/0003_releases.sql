-- A release and an entry of the registry count only with a signature (Ed25519, base64url): who can write this database
-- can take releases away, but cannot put code of their own in front of people.
alter table releases add column signature text;
-- When the files were removed; the row stays, the history names it.
alter table releases add column files_removed_at timestamptz;

-- `revision` rises with every change. A rollout shows another release to some of the visitors.
alter table registry add column revision bigint not null default 0;
alter table registry add column rollout_version text;
alter table registry add column rollout_percent integer check (rollout_percent between 1 and 99);
alter table registry add column rollout_since timestamptz;
alter table registry add column signature text;
alter table registry add foreign key (remote, rollout_version) references releases (remote, version);

-- What happened to the registry: never changed, never removed.
create table release_history (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  remote text not null,
  action text not null check (action in ('published', 'rollout_started', 'rollout_withdrawn', 'rolled_back', 'refused', 'files_removed')),
  version text not null,
  -- What was live before.
  from_version text,
  percent integer,
  who text not null,
  why text not null
);
create index release_history_of_remote on release_history (remote, id desc);

-- How often pages with a release were opened and how often it failed in them, by minute.
create table release_health (
  remote text not null,
  version text not null,
  minute timestamptz not null,
  views integer not null default 0,
  failures integer not null default 0,
  primary key (remote, version, minute)
);
