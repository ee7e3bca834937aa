-- Page views in which a release did not fail, but was hard to use: by sign, and from where it was reported, by minute. A
-- source is what it is in release_failures.
create table release_signs (
  remote text not null,
  version text not null,
  sign text not null,
  source text not null,
  minute timestamptz not null,
  views integer not null,
  primary key (remote, version, sign, source, minute)
);
