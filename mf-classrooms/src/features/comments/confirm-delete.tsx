import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';

interface ConfirmDeleteProps {
  isOpen: boolean;
  isMine: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks for confirmation before a comment is deleted for everyone. */
export function ConfirmDelete({ isMine, ...rest }: ConfirmDeleteProps) {
  return (
    <ConfirmDialog {...rest} isDanger title="コメントを削除しますか" confirmLabel="削除する" cancelLabel="残しておく">
      {isMine
        ? '削除したコメントは元に戻せません。'
        : 'このコメントを全員の画面から削除します。元に戻すことはできません。'}
    </ConfirmDialog>
  );
}
