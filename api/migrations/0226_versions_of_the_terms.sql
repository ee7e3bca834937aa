-- Versions of the terms and of the policy that are announced before they take effect. The mail about each goes to all
-- users in the order of their ids: `mailed_to` is the last one who has it.
create table terms_versions (
  id text primary key,
  document text not null check (document in ('terms_of_use', 'privacy_policy')),
  effective_at timestamptz not null,
  summary text not null,
  text text not null,
  announced_at timestamptz not null,
  announced_by text not null,
  mailed_to text not null default '',
  mailed_count integer not null default 0,
  mailed_at timestamptz,
  unique (document, effective_at)
);
