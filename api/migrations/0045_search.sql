-- What can be searched: one row for each classroom, event, archive, professional and person that somebody may find.
-- Triggers write the rows in the transaction of the change, so a search never finds what is gone and misses nothing.
-- docs/decisions/0030-search.md says why bigrams, and what they were measured at.

-- Text as it is compared: full and half width, case, hiragana and katakana, small kana, old and new forms of kanji,
-- long vowel marks, spaces and punctuation make no difference. The sign | is left out, so it can part fields.
create function search_normal(value text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  translate(
    replace(replace(replace(replace(replace(
      translate(
        lower(normalize(value, NFKC)),
        'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
        'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔかけ'
      ),
      'ゔぁ', 'ば'), 'ゔぃ', 'び'), 'ゔぇ', 'べ'), 'ゔぉ', 'ぼ'), 'ゔ', 'ぶ'),
    'ぁぃぅぇぉっゃゅょゎづぢ國學會廣龍澤濱邊邉齋齊斎髙﨑碕嶋嶌櫻惠眞彌與應榮圓淺實關權藝體數畫圖聲發變讀寫來歸歷曆經續單戰傳轉獨對點萬澁鐵瀧靜總禮壽氣驛舊號冨檜籔條證醫樂區團勞營爭灣縣參慘險檢驗劍處繪譯擇釋',
    'あいうえおつやゆよわずじ国学会広竜沢浜辺辺斉斉斉高崎崎島島桜恵真弥与応栄円浅実関権芸体数画図声発変読写来帰歴暦経続単戦伝転独対点万渋鉄滝静総礼寿気駅旧号富桧薮条証医楽区団労営争湾県参惨険検験剣処絵訳択釈'
  ),
  '[[:space:]!-"$-*,-/:-@[-`{-~ー‐‑‒–—―−〜～・、。，．！？「」『』（）［］【】〔〕〈〉《》：；“”‘’…‥※★☆♪→←↑↓○●◎◇◆□■△▲▽▼]', '', 'g');

-- Every two neighbouring characters of a normalised text, and the last one alone: what is found is a prefix of one.
create function search_grams(value text) returns tsvector
language sql immutable strict parallel safe
return (
  select coalesce(array_to_tsvector(array_agg(distinct case when following is null or following = '|' then letter else letter || following end)), ''::tsvector)
  from (
    select letter, lead(letter) over (order by place) as following
    from unnest(string_to_array(value, null)) with ordinality as letters (letter, place)
  ) pairs
  where letter <> '|'
);

-- The grams that a text with this normalised word in it must have.
create function search_query(word text) returns tsquery
language sql immutable strict parallel safe
return case
  when char_length(word) = 1 then ('''' || replace(word, '''', '''''') || ''':*')::tsquery
  else (
    select string_agg(distinct '''' || replace(substr(word, place, 2), '''', '''''') || '''', ' & ')::tsquery
    from generate_series(1, char_length(word) - 1) place
  )
end;

create table search_entries (
  kind text not null,
  id text not null,
  -- Who hosts, organises or is it.
  owner_id text not null references users (id) on delete cascade,
  is_private boolean not null default false,
  -- The owner's partner school, which may keep its pupils among themselves.
  school_id text,
  -- Of people: the young are not found.
  birth_date date,
  -- What comes first among what fits equally well: the highest.
  order_key bigint not null,
  -- Normalised; fields are parted by |.
  title text not null,
  words text not null,
  title_grams tsvector not null generated always as (search_grams(title)) stored,
  word_grams tsvector not null generated always as (search_grams(words)) stored,
  primary key (kind, id)
) partition by list (kind);
-- One part for each kind: a search walks the indexes of what it asks for, and each has statistics of its own.
create table search_entries_classroom partition of search_entries for values in ('classroom');
create table search_entries_event partition of search_entries for values in ('event');
create table search_entries_archive partition of search_entries for values in ('archive');
create table search_entries_professional partition of search_entries for values in ('professional');
create table search_entries_person partition of search_entries for values in ('person');
-- Without the list of pending entries, which every search would have to read through.
create index search_entries_title on search_entries using gin (title_grams) with (fastupdate = off);
create index search_entries_words on search_entries using gin (word_grams) with (fastupdate = off);
create index search_entries_order on search_entries (order_key desc, id desc);
create index search_entries_owner on search_entries (owner_id);

create function search_fields(variadic given text[]) returns text
language sql immutable parallel safe
return (
  select coalesce(string_agg(search_normal(lines.field), '|' order by place, line), '')
  from unnest(given) with ordinality as fields (field, place), unnest(string_to_array(field, chr(10))) with ordinality as lines (field, line)
  where lines.field <> ''
);

-- What is now comes before what is to come, the next first, and that before what is over, the latest first. In seconds.
create function search_place(state text, start_at timestamptz) returns bigint
language sql immutable parallel safe
return case
  when state in ('live', 'open') then 9000000000 - extract(epoch from start_at)::bigint
  when state in ('scheduled', 'published') then 6000000000 - extract(epoch from start_at)::bigint
  else extract(epoch from start_at)::bigint
end;

-- People go by their followers, in steps, so that one more follower seldom writes the row again.
create function search_step(followers integer) returns bigint language sql immutable parallel safe return floor(ln(followers + 1) * 4)::bigint;

-- What search_entries is to say, as the tables say now. A person is found as one kind: a professional once staff has
-- verified them, staff not at all.
create view search_sources as
select 'classroom' as kind, c.id, c.host_id as owner_id, c.private_mode as is_private, h.partner_school_id as school_id, null::date as birth_date, search_place(c.state, c.start_at) as order_key, search_fields(c.name) as title,
  search_fields(c.name, g.name, (select string_agg(i.name, chr(10)) from interests i where i.id = any(c.interest_ids)), h.nickname, p.org_name, c.description) as words
from classrooms c join users h on h.id = c.host_id join categories g on g.id = c.category_id left join professionals p on p.user_id = c.host_id
where c.state <> 'cancelled' and h.state not in ('suspended', 'withdrawn')
union all
select 'event', v.id, v.organizer_id, false, h.partner_school_id, null, search_place(v.state, v.start_at), search_fields(v.title, v.subtitle),
  search_fields(v.title, v.subtitle, g.name, h.nickname, p.org_name, (select string_agg(s.nickname, chr(10)) from users s where s.id = any(v.speaker_ids) and s.state <> 'withdrawn'), v.description)
from events v join users h on h.id = v.organizer_id join categories g on g.id = v.category_id left join professionals p on p.user_id = v.organizer_id
where v.state not in ('draft', 'cancelled') and h.state not in ('suspended', 'withdrawn')
union all
select 'archive', a.id, a.host_id, coalesce(c.private_mode, false), h.partner_school_id, null, extract(epoch from a.published_at)::bigint, search_fields(a.title),
  search_fields(a.title, g.name, h.nickname, p.org_name, a.description)
from archives a join users h on h.id = a.host_id join categories g on g.id = a.category_id left join professionals p on p.user_id = a.host_id
  left join classrooms c on a.source = 'classroom' and c.id = a.source_id
where a.state = 'ready' and h.state not in ('suspended', 'withdrawn')
union all
select 'professional', u.id, u.id, false, u.partner_school_id, null, search_step(u.follower_count), search_fields(u.nickname, p.org_name),
  search_fields(u.nickname, p.org_name, u.job, (select string_agg(g.name, chr(10)) from categories g where g.id = any(p.category_ids)), u.introduction)
from users u join professionals p on p.user_id = u.id
where u.role = 'professional' and p.verified_at is not null and u.state not in ('suspended', 'withdrawn')
union all
select 'person', u.id, u.id, false, u.partner_school_id, u.birth_date, search_step(u.follower_count), search_fields(u.nickname), search_fields(u.nickname, u.job, u.introduction)
from users u
where u.role = 'user' and u.state not in ('suspended', 'withdrawn');

-- Brings entries of one kind to what the tables say. Those that say the same already are left alone.
-- Planned once in a session: planning the view takes longer than reading it.
create function search_write(of_kind text, ids text[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into search_entries as e (kind, id, owner_id, is_private, school_id, birth_date, order_key, title, words)
  select s.* from search_sources s where s.kind = of_kind and s.id = any(ids)
  on conflict (kind, id) do update set owner_id = excluded.owner_id, is_private = excluded.is_private, school_id = excluded.school_id, birth_date = excluded.birth_date, order_key = excluded.order_key, title = excluded.title, words = excluded.words
  where (e.owner_id, e.is_private, e.school_id, e.birth_date, e.order_key, e.title, e.words) is distinct from (excluded.owner_id, excluded.is_private, excluded.school_id, excluded.birth_date, excluded.order_key, excluded.title, excluded.words);
  delete from search_entries e where e.kind = of_kind and e.id = any(ids)
    and e.id <> all (array(select s.id from search_sources s where s.kind = of_kind and s.id = any(ids)));
end $$;

-- What stands in the entries of what somebody hosts: their names, and whether they are here.
create function search_write_hosted(host text) returns void language plpgsql as $$
begin
  perform search_write('classroom', array(select id from classrooms where host_id = host)),
    search_write('event', array(select id from events where organizer_id = host or host = any(speaker_ids))),
    search_write('archive', array(select id from archives where host_id = host));
end $$;

create function search_follow_classroom() returns trigger language plpgsql as $$
begin
  perform search_write('classroom', array[new.id]);
  if tg_op = 'UPDATE' and old.private_mode <> new.private_mode then
    perform search_write('archive', array(select id from archives where source = 'classroom' and source_id = new.id));
  end if;
  return null;
end $$;
create function search_follow_event() returns trigger language plpgsql as $$ begin perform search_write('event', array[new.id]); return null; end $$;
create function search_follow_archive() returns trigger language plpgsql as $$ begin perform search_write('archive', array[new.id]); return null; end $$;
create function search_follow_person() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.role <> new.role then
    perform search_write('person', array[new.id]), search_write('professional', array[new.id]);
  elsif new.role = 'professional' then perform search_write('professional', array[new.id]);
  else perform search_write('person', array[new.id]);
  end if;
  if tg_op = 'UPDATE' and (old.nickname <> new.nickname or (old.state in ('suspended', 'withdrawn')) <> (new.state in ('suspended', 'withdrawn')) or old.partner_school_id is distinct from new.partner_school_id) then perform search_write_hosted(new.id); end if;
  return null;
end $$;
create function search_follow_professional() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform search_write('professional', array[old.user_id]);
    return null;
  end if;
  perform search_write('professional', array[new.user_id]);
  if tg_op = 'INSERT' or old.org_name <> new.org_name then perform search_write_hosted(new.user_id); end if;
  return null;
end $$;
create function search_follow_category() returns trigger language plpgsql as $$
begin
  perform search_write('classroom', array(select id from classrooms where category_id = new.id)),
    search_write('event', array(select id from events where category_id = new.id)),
    search_write('archive', array(select id from archives where category_id = new.id)),
    search_write('professional', array(select user_id from professionals where new.id = any(category_ids)));
  return null;
end $$;
create function search_follow_interest() returns trigger language plpgsql as $$
begin perform search_write('classroom', array(select id from classrooms where new.id = any(interest_ids))); return null; end $$;
-- `tg_argv` names the kind.
create function search_forget() returns trigger language plpgsql as $$
begin delete from search_entries where kind = tg_argv[0] and id = old.id; return null; end $$;

create trigger search_insert after insert on classrooms for each row execute function search_follow_classroom();
create trigger search_update after update of name, description, category_id, interest_ids, state, start_at, private_mode, host_id on classrooms for each row
  when ((old.name, old.description, old.category_id, old.interest_ids, old.state, old.start_at, old.private_mode, old.host_id)
    is distinct from (new.name, new.description, new.category_id, new.interest_ids, new.state, new.start_at, new.private_mode, new.host_id))
  execute function search_follow_classroom();
create trigger search_delete after delete on classrooms for each row execute function search_forget('classroom');

create trigger search_insert after insert on events for each row execute function search_follow_event();
create trigger search_update after update of title, subtitle, description, category_id, speaker_ids, start_at, state, organizer_id on events for each row
  when ((old.title, old.subtitle, old.description, old.category_id, old.speaker_ids, old.start_at, old.state, old.organizer_id)
    is distinct from (new.title, new.subtitle, new.description, new.category_id, new.speaker_ids, new.start_at, new.state, new.organizer_id))
  execute function search_follow_event();
create trigger search_delete after delete on events for each row execute function search_forget('event');

create trigger search_insert after insert on archives for each row execute function search_follow_archive();
create trigger search_update after update of title, description, category_id, state, published_at, host_id on archives for each row
  when ((old.title, old.description, old.category_id, old.state, old.published_at, old.host_id) is distinct from (new.title, new.description, new.category_id, new.state, new.published_at, new.host_id))
  execute function search_follow_archive();
create trigger search_delete after delete on archives for each row execute function search_forget('archive');

create trigger search_insert after insert on users for each row execute function search_follow_person();
create trigger search_update after update of nickname, introduction, job, role, state, follower_count, birth_date, partner_school_id on users for each row
  when ((old.nickname, old.introduction, old.job, old.role, old.state, old.birth_date, old.partner_school_id, search_step(old.follower_count))
    is distinct from (new.nickname, new.introduction, new.job, new.role, new.state, new.birth_date, new.partner_school_id, search_step(new.follower_count)))
  execute function search_follow_person();
create trigger search_change after insert or delete or update of org_name, category_ids, verified_at on professionals for each row execute function search_follow_professional();
create trigger search_update after update of name on categories for each row when (old.name <> new.name) execute function search_follow_category();
create trigger search_update after update of name on interests for each row when (old.name <> new.name) execute function search_follow_interest();

select search_write('person', array(select id from users)), search_write('professional', array(select id from users)), search_write('classroom', array(select id from classrooms)),
  search_write('event', array(select id from events)), search_write('archive', array(select id from archives));
