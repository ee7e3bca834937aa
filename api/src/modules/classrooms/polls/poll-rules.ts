import type { PollAnswer } from '@manabiba/shared/contract/classroom-polls';
import { min } from 'date-fns';
import type { Selectable } from 'kysely';

import { isSignedIn, type SessionViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { ClassroomPollsTable } from '../../../tables/classroom-polls';

export type PollRow = Selectable<ClassroomPollsTable>;

/** What a room says about the end of its polls: they close with it. */
type RoomEnd = { state: string; ended_at: Date | null };

/** Returns when a poll closes or has closed; null while it is open until the host closes it. */
export function closingOf(
  poll: Pick<PollRow, 'closes_at' | 'closed_at'>,
  { state, ended_at: endedAt }: RoomEnd,
): Date | null {
  const times = [poll.closed_at, poll.closes_at, state === 'ended' ? endedAt : null].filter((time) => time !== null);
  return times.length === 0 ? null : min(times);
}

export function pollStateOf(
  poll: Pick<PollRow, 'opened_at' | 'closes_at' | 'closed_at'>,
  room: RoomEnd,
  now: Date,
): 'draft' | 'open' | 'closed' {
  if (poll.opened_at === null) return 'draft';
  const closing = closingOf(poll, room);
  return closing !== null && closing <= now ? 'closed' : 'open';
}

/** Throws unless a viewer may write a short text: the rules are those of a comment. */
export function requireWriter(viewer: SessionViewer): void {
  if (!isSignedIn(viewer)) throw new AppError('unauthenticated');
  if (viewer.kind === 'child') throw new AppError('age_restricted');
  if (viewer.isConsentMissing) throw new AppError('guardian_required');
  if (!viewer.canSpeak) throw new AppError('role_required');
}

/** Returns the answer as it is kept. Throws `invalid` when it does not fit the poll. */
export function answerFor(
  { kind, options }: Pick<PollRow, 'kind' | 'options'>,
  { choices = [], text = '' }: Partial<PollAnswer>,
): PollAnswer {
  if (kind === 'text') {
    if (text === '' || choices.length > 0)
      throw new AppError('invalid', { fields: { text: '回答を入力してください。' } });
    return { choices: [], text };
  }
  const isFitting =
    text === '' &&
    choices.length > 0 &&
    (kind === 'multiple' || choices.length === 1) &&
    choices.every((choice) => choice < options.length);
  if (!isFitting) throw new AppError('invalid', { fields: { choices: '選択肢を選んでください。' } });
  return { choices: [...choices].sort((a, b) => a - b), text: '' };
}
