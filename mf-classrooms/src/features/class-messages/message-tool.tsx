import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Mail } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

const MessageDialog = lazy(() =>
  import(/* webpackChunkName: "classroom-form" */ './message-dialog').then((m) => ({ default: m.MessageDialog })),
);

/** The button of the host of a class that opens what they write to those who reserved or attended it. */
export function MessageTool({ classroom }: { classroom: ClassroomDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon icon={Mail} />} onClick={() => setIsOpen(true)}>
        メッセージを送る
      </Button>
      {isOpen && (
        <Suspense>
          <MessageDialog classroom={classroom} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
