-- The staff finds events by any part of the title, or of the name of the organizer's organization.
create index events_title_grams on events using gin (search_grams(search_normal(title))) with (fastupdate = off);
create index professionals_org_name_grams on professionals using gin (search_grams(search_normal(org_name))) with (fastupdate = off);
