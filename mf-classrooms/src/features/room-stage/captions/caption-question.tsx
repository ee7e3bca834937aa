import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';

import type { Captions } from './use-captions';

/** Asks speakers whether their own voice gets captions, because their browser may send it to its vendor. */
export function CaptionQuestion({ question }: Pick<Captions, 'question'>) {
  return (
    <Dialog
      isOpen={question !== null}
      onClose={() => question?.decline()}
      title="あなたの発言にも字幕を付けますか"
      size="small"
      footer={
        <>
          <Button onClick={() => question?.decline()}>付けない</Button>
          <Button variant="primary" data-autofocus onClick={() => question?.agree()}>
            付ける
          </Button>
        </>
      }
    >
      <p>
        マイクがオンのあいだ、ブラウザーの音声認識があなたの声を文字にして、教室の全員に届けます。声がブラウザーの提供元に送られることがあります。録画に同意しているときは、文字もアーカイブの字幕の下書きに残ります。
      </p>
    </Dialog>
  );
}
