-- Which release of a remote the environments other than production have; `registry` is production's. A table of its own,
-- so that servers of the version before go on with production.
create table environment_releases (
  environment text not null,
  remote text not null,
  -- Null: the environment has what is live in production.
  version text,
  -- Rises with every change, so that no older entry passes for the latest.
  revision bigint not null,
  -- What was live in production when the gate of the release ran.
  built_on jsonb,
  -- The result of that gate, signed by the server: what makes the same bytes live later.
  evidence text,
  updated_at timestamptz not null default now(),
  signature text not null,
  primary key (environment, remote),
  foreign key (remote, version) references releases (remote, version),
  check ((version is null) = (built_on is null) and (version is null) = (evidence is null))
);

-- Who may get the release in a rollout, besides the share; null for everybody. It holds the ids of testers, no addresses.
alter table registry add column rollout_rule jsonb;
alter table registry drop constraint registry_rollout_percent_check;
alter table registry add constraint registry_rollout_percent_check check (
  rollout_percent between 1 and case when rollout_rule is null then 99 else 100 end
);

-- Where a release was put or taken away, or from where it was promoted to production; null for all other changes.
alter table release_history add column environment text;
-- For whom a rollout was, in words.
alter table release_history add column rule text;
alter table release_history drop constraint release_history_action_check;
alter table release_history add constraint release_history_action_check check (
  action in ('published', 'rollout_started', 'rollout_withdrawn', 'rolled_back', 'retired', 'refused', 'gate_skipped', 'files_removed', 'environment_published', 'environment_withdrawn')
  and (action = 'gate_skipped') = (approved_by is not null)
  and (environment is not null or action not in ('environment_published', 'environment_withdrawn'))
);
