import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';

import type { Person } from './person-act';

interface AskBeforeKickProps {
  person: Person | undefined;
  onClose: () => void;
  onConfirm: (person: Person) => void;
}

/** Asks for confirmation before removing a participant from the room. */
export function AskBeforeKick({ person, onClose, onConfirm }: AskBeforeKickProps) {
  if (!person) return null;
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={`${person.nickname}さんを退室させますか`}
      confirmLabel="退室させる"
      onClose={onClose}
      onConfirm={() => onConfirm(person)}
    >
      退室させた方は、この教室に再入室できません。あとから「退室させた人」の一覧で元に戻せます。
    </ConfirmDialog>
  );
}
