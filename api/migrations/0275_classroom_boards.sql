-- The board of a class. It stays after the class, with what is drawn on it.
create table classroom_boards (
  classroom_id text primary key references classrooms (id) on delete cascade,
  is_open boolean not null,
  access text not null check (access in ('hosts', 'named', 'everyone')),
  -- Increases when the board is cleared.
  epoch integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Who may draw while only named people may.
create table classroom_board_drawers (
  classroom_id text not null references classroom_boards (classroom_id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  primary key (classroom_id, user_id)
);
create index classroom_board_drawers_of_person on classroom_board_drawers (user_id);

-- Elements of the current epoch are on the board; those of the one before can be brought back. An erased element keeps
-- its version, so that no older change brings it back.
create table classroom_board_elements (
  classroom_id text not null references classroom_boards (classroom_id) on delete cascade,
  id text not null,
  epoch integer not null,
  version integer not null,
  version_nonce integer not null,
  -- Where it is in the order of drawing.
  position text collate "C",
  -- Null when it was erased.
  element jsonb,
  -- Of the element as JSON, in characters: measuring all of them at each stroke would read the whole board.
  length integer not null,
  -- Who changed it last; only reports and exports say so.
  user_id text references users (id) on delete set null,
  updated_at timestamptz not null,
  primary key (classroom_id, id)
);
create index classroom_board_elements_of_person on classroom_board_elements (user_id);

-- They stay when the class goes, as reports of comments do.
create table board_reports (
  id text primary key,
  classroom_id text not null,
  reporter_id text not null,
  reason text not null check (reason in ('abuse', 'personal_info', 'spam', 'other')),
  detail text not null default '',
  evidence jsonb not null,
  state text not null default 'open' check (state in ('open', 'actioned', 'dismissed')),
  created_at timestamptz not null,
  decision text check (decision in ('dismiss', 'warn', 'suspend')),
  decided_at timestamptz,
  decided_by text,
  unique (classroom_id, reporter_id)
);
create index board_reports_open on board_reports (created_at) where state = 'open';
