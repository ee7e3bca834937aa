-- The staff finds people by any part of their name, in whatever kana, width or case it is written.
drop index users_nickname_prefix;
create index users_nickname_grams on users using gin (search_grams(search_normal(nickname))) with (fastupdate = off);
