import {
  answerQuestion,
  dismissQuestion,
  listClassroomQuestions,
  unvoteQuestion,
  voteForQuestion,
  withdrawQuestion,
} from '@manabiba/shared/data/endpoints';
import { changeCached, showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';

import { useOnlineGuard } from '../../core/room/use-online-guard';

/** Shows a vote at once; the count follows with the live document. */
const changeVote = (classroomId: string, questionId: string, isOn: boolean) =>
  changeCached(
    listClassroomQuestions,
    ({ params }) => params.id === classroomId,
    (page) => ({
      ...page,
      votedIds: isOn ? [...page.votedIds, questionId] : page.votedIds.filter((id) => id !== questionId),
    }),
  );

/** What viewers and hosts do with a question. Failures are shown in a toast, except for answers. */
export function useQuestionActs(classroomId: string) {
  const guard = useOnlineGuard();
  const voting = useEndpointMutation(voteForQuestion, {
    optimistic: ({ params }) => changeVote(classroomId, params.questionId, true),
    onError: showMessageFor,
  });
  const unvoting = useEndpointMutation(unvoteQuestion, {
    optimistic: ({ params }) => changeVote(classroomId, params.questionId, false),
    onError: showMessageFor,
  });
  const answering = useEndpointMutation(answerQuestion);
  const dismissing = useEndpointMutation(dismissQuestion, {
    onSuccess: () => toast.success('質問を却下しました。'),
    onError: showMessageFor,
  });
  const withdrawing = useEndpointMutation(withdrawQuestion, {
    onSuccess: () => toast.success('質問を取り消しました。'),
    onError: showMessageFor,
  });
  const paramsOf = (questionId: string) => ({ params: { id: classroomId, questionId } });
  return {
    vote: (id: string, isOn: boolean) =>
      guard(() => void (isOn ? voting : unvoting).run(paramsOf(id)).catch(() => undefined)),
    dismiss: (id: string) => guard(() => void dismissing.run(paramsOf(id)).catch(() => undefined)),
    withdraw: (id: string) => guard(() => void withdrawing.run(paramsOf(id)).catch(() => undefined)),
    /** Rejects with the `ApiError`. */
    answer: (id: string, answer: string) => answering.run({ ...paramsOf(id), body: { answer } }),
    isAnswering: answering.isRunning,
    answerError: answering.error,
  };
}

export type QuestionActs = ReturnType<typeof useQuestionActs>;
