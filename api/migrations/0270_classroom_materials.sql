alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check
  check (purpose in ('avatar', 'identity_document', 'event_cover', 'class_material'));

-- Files and links of a class. A file is an upload, and goes with it.
create table classroom_materials (
  id text primary key,
  classroom_id text not null references classrooms (id) on delete cascade,
  -- Who added it; nobody sees that.
  user_id text references users (id) on delete set null,
  kind text not null check (kind in ('pdf', 'image', 'link')),
  title text not null check (char_length(title) between 1 and 100),
  upload_id text unique references uploads (id) on delete cascade,
  url text check (char_length(url) <= 2000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(upload_id, url) = 1 and (kind = 'link') = (url is not null))
);
create index classroom_materials_of_classroom on classroom_materials (classroom_id, created_at, id);
create index classroom_materials_of_person on classroom_materials (user_id);

-- The PDF on the stage, and its page. Of a room that is over it means nothing.
create table classroom_presentations (
  classroom_id text primary key references classrooms (id) on delete cascade,
  material_id text not null references classroom_materials (id) on delete cascade,
  -- Who turns the pages.
  user_id text not null references users (id) on delete cascade,
  page integer not null,
  page_count integer not null,
  may_look_ahead boolean not null,
  updated_at timestamptz not null,
  check (page between 1 and page_count)
);
create index classroom_presentations_of_material on classroom_presentations (material_id);
create index classroom_presentations_of_person on classroom_presentations (user_id);

-- When each page came to the stage, with its words: they become chapters of the archive, and are searched there.
create table presented_pages (
  id text primary key,
  classroom_id text not null references classrooms (id) on delete cascade,
  material_id text not null references classroom_materials (id) on delete cascade,
  page integer not null,
  body text not null check (char_length(body) <= 2000),
  shown_at timestamptz not null
);
create index presented_pages_of_classroom on presented_pages (classroom_id, shown_at);
create index presented_pages_of_material on presented_pages (material_id);
