import { getClassroomLink } from '@manabiba/shared/data/endpoints';
import { callEndpoint, showMessageFor, toast } from '@manabiba/shared/platform';
import { useState } from 'react';

/** Copies the invitation link of a private room, including its key. */
export function useCopyInvitation(classroomId: string) {
  const [isRunning, setIsRunning] = useState(false);
  const copy = async () => {
    setIsRunning(true);
    try {
      const { url } = await callEndpoint(getClassroomLink, { params: { id: classroomId } });
      await navigator.clipboard.writeText(url).then(
        () => toast.success('リンクをコピーしました。'),
        () => toast.message(url),
      );
    } catch (error) {
      showMessageFor(error);
    } finally {
      setIsRunning(false);
    }
  };
  return { copy: () => void copy(), isRunning };
}
