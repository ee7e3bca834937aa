import { listCategories } from '@manabiba/shared/data/endpoints';
import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { useConfig, useEndpoint } from '@manabiba/shared/platform';
import { Button, type ButtonVariant } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

const loadDialog = () => import('./create-event-dialog').then(({ CreateEventDialog }) => CreateEventDialog);

interface CreateEventButtonProps {
  variant?: ButtonVariant;
  /** The user came to create an event: the dialog opens at once. */
  isWanted?: boolean;
  onClose?: () => void;
}

/** イベントをつくる. Hidden while the service is closed. */
export function CreateEventButton({ variant = 'secondary', isWanted = false, onClose }: CreateEventButtonProps) {
  const isClosed = useConfig().closure.mode === 'readonly';
  const { data } = useEndpoint(listCategories, {});
  const { component: CreateDialog, isLoading, fetch } = useLazyComponent(loadDialog);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => void fetch().then(setIsOpen);
  const openNow = useEffectEvent(open);
  useEffect(() => {
    if (isWanted && !isClosed) openNow();
  }, [isWanted, isClosed]);
  if (isClosed) return null;
  const close = () => {
    setIsOpen(false);
    onClose?.();
  };
  return (
    <>
      <Button variant={variant} icon={<Icon icon={Plus} />} isLoading={isLoading} onClick={open}>
        イベントをつくる
      </Button>
      {isOpen && CreateDialog && data && data.categories.length > 0 && (
        <CreateDialog categories={data.categories} onClose={close} />
      )}
    </>
  );
}
