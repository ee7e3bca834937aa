import type { updateClassroomBoard as contract } from '@manabiba/shared/contract/classroom-board';
import type { EndpointInput } from '@manabiba/shared/contract/endpoint';
import { clearClassroomBoard, restoreClassroomBoard, updateClassroomBoard } from '@manabiba/shared/data/endpoints';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';

import { keepBoard } from './keep-board';

/** What a host does with the board. `onDone` is called when it has succeeded; the caller shows the error. */
export function useBoardActs(classroomId: string, onDone: () => void) {
  const params = { id: classroomId };
  /** The dialog is gone by then. */
  const keep = () =>
    keepBoard(classroomId).then(
      (isKept) => isKept && toast.success('ホワイトボードを閉じ、画像を資料に加えました。'),
      () => toast.error('画像を資料に加えられませんでした。授業のあとに、教室のページから加えられます。'),
    );
  const doneWith = (message: string) => () => {
    toast.success(message);
    onDone();
  };
  const changing = useEndpointMutation(updateClassroomBoard, {
    onSuccess: (_board, { body }) => {
      if (body?.isOpen === false) void keep();
      onDone();
    },
  });
  const clearing = useEndpointMutation(clearClassroomBoard, { onSuccess: doneWith('ホワイトボードを消去しました。') });
  const restoring = useEndpointMutation(restoreClassroomBoard, { onSuccess: doneWith('消去を元に戻しました。') });
  const calls = [changing, clearing, restoring];
  const quietly = (run: Promise<unknown>) => void run.catch(() => undefined);
  return {
    acts: {
      update: (body: EndpointInput<typeof contract>['body']) => quietly(changing.run({ params, body })),
      clear: (epoch: number) => quietly(clearing.run({ params, body: { epoch } })),
      restore: () => quietly(restoring.run({ params })),
    },
    isRunning: calls.some(({ isRunning }) => isRunning),
    error: calls.find(({ error }) => error)?.error,
    clearError: clearing.error,
  };
}
