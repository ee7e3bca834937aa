#!/bin/sh
# Creates the role under which the product runs. PostgreSQL's image runs this once, when the database is new; the migration
# grants the role what it needs.
set -eu
psql --no-psqlrc -v ON_ERROR_STOP=1 -v password="$DATABASE_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role manabiba login password :'password';
SQL
