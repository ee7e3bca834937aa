import type { Generated } from 'kysely';

import type { OptionalTime, ReportColumns, Time } from './column-types';

export interface ClassroomQuestionsTable {
  id: string;
  classroom_id: string;
  user_id: string | null;
  body: string;
  /** `dismissed` by the host or a co-host, `withdrawn` by the author, `removed` by the staff. */
  state: Generated<'open' | 'answered' | 'dismissed' | 'withdrawn' | 'removed'>;
  answer: Generated<string>;
  created_at: Time;
  settled_at: OptionalTime;
  shown_at: OptionalTime;
}

interface QuestionVotesTable {
  question_id: string;
  user_id: string;
  created_at: Time;
}

export interface QuestionReportsTable extends ReportColumns {
  question_id: string;
  classroom_id: string;
}

/** What is or was pinned to a stage: either a question or a comment. */
interface ClassroomPinsTable {
  id: string;
  classroom_id: string;
  question_id: string | null;
  comment_id: string | null;
  pinned_by: string | null;
  pinned_at: Time;
  unpinned_at: OptionalTime;
}

/** Tables of questions, their votes and reports, and of what is pinned. */
export interface ClassroomQuestionsTables {
  classroom_questions: ClassroomQuestionsTable;
  question_votes: QuestionVotesTable;
  question_reports: QuestionReportsTable;
  classroom_pins: ClassroomPinsTable;
}
