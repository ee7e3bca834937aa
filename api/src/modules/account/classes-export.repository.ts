import type { Db } from '../../platform/database/db';

/** Reads the classes that the user hosts, has reserved or took part in, and what they said, answered and showed there. */
export async function readClasses(db: Db, userId: string) {
  return {
    classrooms: await db
      .selectFrom('classrooms')
      .select(['id', 'event_id', 'series_id', 'series_added_at', 'archive_id'])
      .select(['name', 'description', 'category_id', 'interest_ids', 'cover_url'])
      .select(['all_users', 'audience_mode', 'private_mode', 'max_speakers', 'max_listeners'])
      .select(['recording', 'locked', 'is_guarded', 'new_voices_first'])
      .select(['state', 'start_at', 'end_at', 'started_at', 'ended_at', 'created_at', 'updated_at'])
      .where('host_id', '=', userId)
      .execute(),
    reservations: await db
      .selectFrom('reservations')
      .select(['classroom_id', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
    rooms: await db
      .selectFrom('classroom_users')
      .select(['classroom_id', 'role', 'is_role_given', 'device_id', 'connection', 'recording_consent_at'])
      .select(['waiting_since', 'admitted_at', 'joined_at', 'present_since', 'last_seen_at', 'away_since', 'left_at'])
      .select(['seconds_present', 'kicked_at', 'muted_by_host', 'is_muted', 'is_camera_on', 'is_screen_on'])
      .select(['spoken_at', 'hand_raised_at', 'reaction_name', 'reaction_at', 'reacted_at'])
      .where('user_id', '=', userId)
      .execute(),
    classroomGroups: await db
      .selectFrom('classroom_group_stays as y')
      .innerJoin('classroom_groups as g', 'g.id', 'y.group_id')
      .innerJoin('classroom_splits as s', 's.id', 'g.split_id')
      .select(['s.classroom_id', 'g.name', 'y.entered_at', 'y.left_at'])
      .where('y.user_id', '=', userId)
      .execute(),
    ...(await readTalk(db, userId)),
    ...(await readPolls(db, userId)),
    ...(await readShown(db, userId)),
  };
}

async function readTalk(db: Db, userId: string) {
  return {
    comments: await db
      .selectFrom('classroom_comments')
      .select(['id', 'classroom_id', 'reply_to', 'body', 'first_body'])
      .select(['created_at', 'edited_at', 'deleted_at', 'deleted_by'])
      .where('user_id', '=', userId)
      .execute(),
    questions: await db
      .selectFrom('classroom_questions')
      .select(['id', 'classroom_id', 'body', 'state', 'answer', 'created_at', 'shown_at', 'settled_at'])
      .where('user_id', '=', userId)
      .execute(),
    questionVotes: await db
      .selectFrom('question_votes')
      .select(['question_id', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
    pins: await db
      .selectFrom('classroom_pins')
      .select(['classroom_id', 'question_id', 'comment_id', 'pinned_at', 'unpinned_at'])
      .where('pinned_by', '=', userId)
      .execute(),
  };
}

async function readPolls(db: Db, userId: string) {
  return {
    classroomPolls: await db
      .selectFrom('classroom_polls as p')
      .innerJoin('classrooms as c', 'c.id', 'p.classroom_id')
      .select(['p.id', 'p.classroom_id', 'p.kind', 'p.question', 'p.options', 'p.correct'])
      .select(['p.is_named', 'p.is_shown', 'p.seconds'])
      .select(['p.opened_at', 'p.closes_at', 'p.closed_at', 'p.created_at', 'p.updated_at'])
      .where('c.host_id', '=', userId)
      .execute(),
    classroomPollAnswers: await db
      .selectFrom('classroom_poll_answers as a')
      .innerJoin('classroom_polls as p', 'p.id', 'a.poll_id')
      .select(['a.poll_id', 'p.classroom_id', 'p.question', 'p.options', 'a.choices', 'a.text', 'a.answered_at'])
      .where('a.user_id', '=', userId)
      .execute(),
  };
}

/** Reads the boards of the user's classes, what they drew on boards, and what they showed of materials. */
async function readShown(db: Db, userId: string) {
  return {
    classroomBoards: await db
      .selectFrom('classroom_boards as b')
      .innerJoin('classrooms as c', 'c.id', 'b.classroom_id')
      .select(['b.classroom_id', 'b.is_open', 'b.access', 'b.created_at', 'b.updated_at'])
      .where('c.host_id', '=', userId)
      .execute(),
    boardElements: await db
      .selectFrom('classroom_board_elements')
      .select(['classroom_id', 'element', 'updated_at'])
      .where('user_id', '=', userId)
      .where('element', 'is not', null)
      .execute(),
    boardRights: await db
      .selectFrom('classroom_board_drawers')
      .select('classroom_id')
      .where('user_id', '=', userId)
      .execute(),
    classroomMaterials: await db
      .selectFrom('classroom_materials')
      .select(['id', 'classroom_id', 'kind', 'title', 'upload_id', 'url', 'created_at', 'updated_at'])
      .where('user_id', '=', userId)
      .execute(),
    classroomPresentations: await db
      .selectFrom('classroom_presentations')
      .select(['classroom_id', 'material_id', 'page', 'page_count', 'may_look_ahead', 'updated_at'])
      .where('user_id', '=', userId)
      .execute(),
  };
}
