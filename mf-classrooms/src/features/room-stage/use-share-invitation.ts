import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { getClassroomLink } from '@manabiba/shared/data/endpoints';
import { callEndpoint, shareLink, showMessageFor } from '@manabiba/shared/platform';
import { useState } from 'react';

/** Shares the invitation link of a private room, including its key. */
export function useShareInvitation({ id, name }: Pick<Classroom, 'id' | 'name'>) {
  const [isRunning, setIsRunning] = useState(false);
  const share = async () => {
    setIsRunning(true);
    try {
      const { url } = await callEndpoint(getClassroomLink, { params: { id } });
      await shareLink({ url, title: name, text: `「${name}」への招待` });
    } catch (error) {
      showMessageFor(error);
    } finally {
      setIsRunning(false);
    }
  };
  return { share: () => void share(), isRunning };
}
