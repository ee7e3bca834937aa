import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import type { Person } from './person-act';

/** What is asked about once more. */
export type GraveAct = 'kick' | 'block';

const questions: Readonly<Record<GraveAct, { title: (name: string) => string; text: string; verb: string }>> = {
  kick: { title: (name) => `${name}さんを退室させますか`, text: '退室させた方は、この教室に再入室できません。あとから「退室させた人」の一覧で元に戻せます。', verb: '退室させる' },
  block: {
    title: (name) => `${name}さんをブロックしますか`,
    text: 'おたがいのフォローが外れ、この方はあなたをフォローできなくなります。この方のコメントは、あなたの画面では隠れます。相手には通知されません。', verb: 'ブロックする',
  },
};

interface AskBeforeProps {
  asked: { kind: GraveAct; person: Person } | undefined;
  onClose: () => void;
  onConfirm: (kind: GraveAct, person: Person) => void;
}

/** Asks once more before an act that concerns somebody for good. */
export function AskBefore({ asked, onClose, onConfirm }: AskBeforeProps) {
  if (!asked) return null;
  const { kind, person } = asked;
  const { title, text, verb } = questions[kind];
  return (
    <ConfirmDialog isOpen isDanger title={title(person.nickname)} confirmLabel={verb} onClose={onClose} onConfirm={() => onConfirm(kind, person)}>{text}</ConfirmDialog>
  );
}
