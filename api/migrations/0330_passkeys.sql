-- Passkeys: public keys with which users sign in instead of a password. The private keys never leave their devices.
create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  credential_id text not null unique,
  -- COSE.
  public_key bytea not null,
  -- How often the authenticator says that it signed; 0 for those that do not count.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

-- What an authenticator is asked to sign, once. Without a user it is for signing in.
create table passkey_challenges (
  id text primary key,
  challenge text not null,
  user_id text references users (id) on delete cascade,
  session_id text references sessions (id) on delete cascade,
  expires_at timestamptz not null,
  check ((user_id is null) = (session_id is null))
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_user on passkey_challenges (user_id) where user_id is not null;
create index passkey_challenges_session on passkey_challenges (session_id) where session_id is not null;

-- How the session's user signed in; null for anonymous visitors and for sessions from before.
alter table sessions add column method text check (method in ('password', 'provider', 'school', 'passkey'));
