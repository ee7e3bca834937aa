import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { composeArchive } from '@manabiba/shared/data/endpoints';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { RotateCcw, Scissors } from 'lucide-react';
import { useState } from 'react';

import { CutDialog } from './cut-dialog';

interface RecordingActionsProps {
  archive: ArchiveDetail;
  review: NonNullable<ArchiveDetail['review']>;
}

/** What the host does with the recording before the publication: cut it, or try again to make a video of it. */
export function RecordingActions({ archive, review }: RecordingActionsProps) {
  const [isCutting, setIsCutting] = useState(false);
  const { run, isRunning } = useEndpointMutation(composeArchive, {
    onSuccess: () => toast.message('もう一度作り始めました。'),
    onError: showMessageFor,
  });
  const tryAgain = () => void run({ params: { id: archive.id } }).catch(() => undefined);
  if (archive.state === 'failed')
    return (
      <Button variant="primary" icon={<Icon icon={RotateCcw} />} isLoading={isRunning} onClick={tryAgain}>
        もう一度作る
      </Button>
    );
  if (archive.state !== 'ready') return null;
  return (
    <>
      <Button icon={<Icon icon={Scissors} />} onClick={() => setIsCutting(true)}>
        前後を切る
      </Button>
      {isCutting && <CutDialog archive={archive} review={review} onClose={() => setIsCutting(false)} />}
    </>
  );
}
