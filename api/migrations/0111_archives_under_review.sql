-- Finds what is to be published.
create index archives_under_review on archives (review_ends_at) where state = 'ready' and published_at is null;
