-- The releases that a page had in which something failed, by the number that its user was shown. It tells nothing about
-- the user.
create table failure_releases (
  number text primary key,
  at timestamptz not null default now(),
  versions jsonb not null
);
create index failure_releases_at on failure_releases (at);
