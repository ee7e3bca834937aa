import type { PresentationDoc } from '@manabiba/shared/contract/room-documents';
import { presentMaterial, stopPresentation } from '@manabiba/shared/data/endpoints';
import { showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';
import { useRef, useState } from 'react';

import { useOnlineGuard } from '../../core/room/use-online-guard';
import type { PdfFile } from './pdf/pdf-file';

type Wish = Pick<PresentationDoc, 'page' | 'mayLookAhead'>;

/**
 * Turns the pages for everybody. The presenter sees a page at once; of several turns in a hurry only the last one is
 * sent after the one that is on its way.
 */
export function useTurns(classroomId: string, shown: PresentationDoc, file: PdfFile | undefined) {
  const guard = useOnlineGuard();
  const params = { id: classroomId };
  const present = useEndpointMutation(presentMaterial, { onError: showMessageFor });
  const end = useEndpointMutation(stopPresentation, { onError: showMessageFor });
  const [wish, setWish] = useState<Wish>();
  const next = useRef<Wish>(undefined);
  const isSending = useRef(false);
  const isDone = wish !== undefined && wish.page === shown.page && wish.mayLookAhead === shown.mayLookAhead;
  if (isDone) setWish(undefined);

  async function send(): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    try {
      for (let sent = next.current; sent; sent = next.current) {
        next.current = undefined;
        const text = await (file?.textOf(sent.page).catch(() => '') ?? '');
        const { materialId, pageCount } = shown;
        await present.run({ params, body: { materialId, pageCount, ...sent, text } });
      }
    } catch {
      // The mutation has shown why.
      next.current = undefined;
      setWish(undefined);
    } finally {
      isSending.current = false;
    }
  }

  const ask = (changes: Partial<Wish>) =>
    guard(() => {
      const { page, mayLookAhead } = { ...shown, ...wish, ...changes };
      next.current = { page, mayLookAhead };
      setWish(next.current);
      void send();
    });
  return {
    page: wish?.page ?? shown.page,
    turn: (page: number) => ask({ page }),
    allow: (mayLookAhead: boolean) => ask({ mayLookAhead }),
    stop: () => guard(() => void end.run({ params }).catch(() => undefined)),
  };
}
