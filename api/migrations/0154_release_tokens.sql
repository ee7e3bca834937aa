-- With what a member of a team releases: who it is is proved by the token, not typed. Only a digest of the secret is
-- kept; a token that has ended stays in the list.
create table release_tokens (
  -- Part of the secret that its holder sends, so text: whatever is sent can be looked up.
  id text primary key,
  -- The only remote that it may change; null for all.
  remote text,
  person text not null,
  secret_hash text not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text,
  -- Ed25519, base64url: who can only write this database cannot give themselves a token.
  signature text not null,
  check ((revoked_at is null) = (revoked_by is null))
);
