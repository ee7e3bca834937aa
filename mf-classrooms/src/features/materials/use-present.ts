import type { Material } from '@manabiba/shared/contract/classroom-materials';
import { presentMaterial } from '@manabiba/shared/data/endpoints';
import { isApiError, showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { useState } from 'react';

import { useOnlineGuard } from '../../core/room/use-online-guard';
import type { OpenPdf } from './pdf/pdf-file';
import { openLatePdf } from './pdf/use-pdf';

/** Puts the first page of a PDF on the stage. It is opened first, because only then its pages are known. */
export function usePresent(classroomId: string, open: OpenPdf = openLatePdf) {
  const [presentingId, setPresentingId] = useState<string>();
  const start = useEndpointMutation(presentMaterial, { onError: showMessageFor });
  const guard = useOnlineGuard();
  async function present({ id: materialId, url }: Material): Promise<void> {
    setPresentingId(materialId);
    try {
      const file = await open(url);
      const text = await file.textOf(1).catch(() => '');
      const { pageCount } = file;
      file.close();
      const body = { materialId, page: 1, pageCount, mayLookAhead: false, text };
      await start.run({ params: { id: classroomId }, body });
    } catch (error) {
      if (!isApiError(error))
        toast.error('このPDFを開けませんでした。壊れているか、パスワードで保護されていないか確かめてください。');
    } finally {
      setPresentingId(undefined);
    }
  }
  return { presentingId, present: (material: Material) => guard(() => void present(material)) };
}
