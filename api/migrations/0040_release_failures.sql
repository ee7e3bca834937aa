-- From where failures of a release were reported, by minute. A source is a keyed digest of a network address, or one page
-- view of this very machine; nobody's address is kept.
create table release_failures (
  remote text not null,
  version text not null,
  source text not null,
  minute timestamptz not null,
  failures integer not null,
  primary key (remote, version, source, minute)
);
