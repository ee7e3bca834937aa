import type { PollKind } from '@manabiba/shared/contract/classroom-polls';
import type { Generated } from 'kysely';

import type { OptionalTime, Time } from './column-types';

export interface ClassroomPollsTable {
  id: string;
  classroom_id: string;
  kind: PollKind;
  question: string;
  options: string[];
  correct: number[];
  is_named: boolean;
  seconds: number | null;
  opened_at: OptionalTime;
  /** The end of its timer, whether or not it was closed before. */
  closes_at: OptionalTime;
  closed_at: OptionalTime;
  is_shown: Generated<boolean>;
  created_at: Time;
  updated_at: Time;
}

export interface ClassroomPollAnswersTable {
  poll_id: string;
  /** As in `classroom_users`: also of visitors without an account. */
  user_id: string;
  choices: number[];
  text: string;
  answered_at: Time;
}

/** Tables of the polls of classes. */
export interface ClassroomPollsTables {
  classroom_polls: ClassroomPollsTable;
  classroom_poll_answers: ClassroomPollAnswersTable;
}
