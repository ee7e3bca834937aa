-- The staff makes schools and their codes. Codes are grouped by whom they are for, and can be revoked while nobody has
-- used them. SAML was never served.
alter table partner_schools
  add column created_at timestamptz not null default now();
create unique index partner_schools_code on partner_schools (upper(code));
alter table school_invites
  add column label text not null default '',
  add column created_at timestamptz not null default now(),
  add column revoked_at timestamptz,
  add constraint used_codes_are_not_revoked check (used_at is null or revoked_at is null);
