-- A retired remote keeps its entry and its release: its pages say that they are gone, and its revision goes on, so that
-- no older entry passes for the latest.
alter table registry add column is_retired boolean not null default false;
alter table release_history drop constraint release_history_action_check;
alter table release_history add constraint release_history_action_check check (
  action in ('published', 'rollout_started', 'rollout_withdrawn', 'rolled_back', 'retired', 'refused', 'files_removed')
);
