-- Keys with which programs of a user call the api. Of a key only its digest is stored.
create table api_keys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  prefix text not null,
  key_hash text not null unique,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- In Japan.
  last_used_on date
);
create index api_keys_user on api_keys (user_id, created_at);
create index api_keys_expiry on api_keys (expires_at);
