import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { shareClassroom } from '@manabiba/shared/data/endpoints';
import { callEndpoint, showMessageFor, toast, track } from '@manabiba/shared/platform';
import { useState } from 'react';

/** Shares a classroom by the device's own sheet, or else copies its address. The key of a private one never goes along. */
export function useShare({ id }: Pick<Classroom, 'id'>) {
  const [isRunning, setIsRunning] = useState(false);

  const share = async () => {
    track('click_share');
    setIsRunning(true);
    try {
      const { url, title, text } = await callEndpoint(shareClassroom, { params: { id } });
      if (!(await offerSheet({ url, title, text }))) await copy(url);
    } catch (error) {
      showMessageFor(error);
    } finally {
      setIsRunning(false);
    }
  };
  return { share: () => void share(), isRunning };
}

/** False where there is no sheet or it does not take this; closing it without sharing is an answer too. */
async function offerSheet(data: ShareData): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success('リンクをコピーしました。');
  } catch {
    // Without the right to the clipboard the address is still there to be copied by hand.
    toast.message(url);
  }
}
