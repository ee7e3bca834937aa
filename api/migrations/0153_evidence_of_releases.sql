-- A release whose gate was skipped has a line of its own, with the second person who agreed.
alter table release_history add column approved_by text;
alter table release_history drop constraint release_history_action_check;
alter table release_history add constraint release_history_action_check check (
  action in ('published', 'rollout_started', 'rollout_withdrawn', 'rolled_back', 'retired', 'refused', 'gate_skipped', 'files_removed')
  and (action = 'gate_skipped') = (approved_by is not null)
);
