import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import {
  admitClassroomUser,
  kickClassroomUser,
  lowerHand,
  readmitClassroomUser,
  updateClassroomUserRole,
  updateMuting,
} from '@manabiba/shared/data/endpoints';
import { type ApiError, callEndpoint } from '@manabiba/shared/platform';

/** An action on one person of the room. */
export type PersonAct =
  | { kind: 'admit' | 'lower_hand' | 'mute' | 'kick' | 'readmit' }
  | { kind: 'role'; role: RoomRole };

/** The target of an action: a participant, or a person in the lobby. */
export type Person = Pick<RoomUserDoc, 'id' | 'nickname'>;

/** Performs the action. Rejects with `ApiError`. */
export async function perform(act: PersonAct, classroomId: string, { id: userId }: Person): Promise<void> {
  const params = { id: classroomId, userId };
  switch (act.kind) {
    case 'admit':
      return callEndpoint(admitClassroomUser, { params });
    case 'lower_hand':
      return callEndpoint(lowerHand, { params });
    case 'kick':
      return callEndpoint(kickClassroomUser, { params, body: {} });
    case 'readmit':
      return callEndpoint(readmitClassroomUser, { params });
    case 'mute':
      await callEndpoint(updateMuting, { params: { id: classroomId }, body: { userId, muted: true } });
      return;
    case 'role':
      await callEndpoint(updateClassroomUserRole, { params, body: { role: act.role } });
  }
}

/** Returns the success message of an action whose effect the list does not show. */
export function doneSentence(act: PersonAct, { nickname }: Person): string | undefined {
  switch (act.kind) {
    case 'kick':
      return `${nickname}さんを退室させました。`;
    case 'readmit':
      return `${nickname}さんが、もう一度入室できるようになりました。`;
    case 'admit':
      return `${nickname}さんの入室を許可しました。`;
    case 'role':
    case 'lower_hand':
    case 'mute':
      return undefined;
  }
}

/** Returns why an action failed, worded for the moderator; the api's own messages address the person concerned. */
export function refusalSentence(
  act: PersonAct,
  { nickname }: Person,
  { code, message }: Pick<ApiError, 'code' | 'message'>,
): string {
  if (code === 'not_found')
    return act.kind === 'admit' ? `${nickname}さんは、もう待っていません。` : `${nickname}さんは、もう教室にいません。`;
  if (act.kind !== 'role') return message;
  switch (code) {
    case 'age_restricted':
      return `${nickname}さんは、年齢などの条件により発言できません。リスナーとして参加できます。`;
    case 'role_required':
      return `${nickname}さんの役割は変更できません。学校の設定などで発言できない場合があります。`;
    case 'full':
      return 'スピーカーの席がいっぱいです。ほかの方を聞き手に戻してから、もう一度お試しください。';
    default:
      return message;
  }
}
