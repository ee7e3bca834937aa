import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { shareClassroom } from '@manabiba/shared/data/endpoints';
import { callEndpoint, shareLink, showMessageFor, track } from '@manabiba/shared/platform';
import { useState } from 'react';

/**
 * Shares a classroom through the device's share dialog, or else copies its URL. Never includes the key of a private
 * classroom.
 */
export function useShare({ id }: Pick<Classroom, 'id'>) {
  const [isRunning, setIsRunning] = useState(false);

  const share = async () => {
    track('click_share');
    setIsRunning(true);
    try {
      const { url, title, text } = await callEndpoint(shareClassroom, { params: { id } });
      await shareLink({ url, title, text });
    } catch (error) {
      showMessageFor(error);
    } finally {
      setIsRunning(false);
    }
  };
  return { share: () => void share(), isRunning };
}
