import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';

import type { GeneratedTime, OptionalTime, ReportColumns } from './column-types';

export interface ClassroomCommentsTable {
  id: string;
  classroom_id: string;
  user_id: string | null;
  body: string;
  created_at: GeneratedTime;
  deleted_at: OptionalTime;
  deleted_by: ClassroomComment['deletedBy'];
  edited_at: OptionalTime;
  first_body: string | null;
  reply_to: string | null;
}

export interface CommentReportsTable extends ReportColumns {
  comment_id: string;
  classroom_id: string;
}

/** Tables of comments and reports of comments. */
export interface ClassroomCommentsTables {
  classroom_comments: ClassroomCommentsTable;
  comment_reports: CommentReportsTable;
}
