import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Link, paths } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';

interface CannotCreateDialogProps {
  reason: 'consent' | 'school';
  me: SignedInMe;
  onClose: () => void;
}

/** Explains why the user cannot create a classroom yet, with a link to the next step. */
export function CannotCreateDialog({ reason, me, onClose }: CannotCreateDialogProps) {
  const isAsked = me.guardianConsent === 'asked';
  const ways = {
    consent: {
      words: isAsked
        ? '教室をつくるには、保護者の方の同意が必要です。お返事をお待ちしています。'
        : '教室をつくるには、保護者の方の同意が必要です。アカウント設定から、保護者の方にメールでお願いできます。',
      link: `${paths.settings.href()}#guardian`,
      label: isAsked ? '依頼を確認する' : '同意をお願いする',
    },
    school: {
      words: `${me.partnerSchool?.name ?? '学校'}の設定により、教室をつくることはできません。くわしくは学校の先生にお尋ねください。`,
      link: paths.classrooms.href(),
      label: '教室をさがす',
    },
  };
  const { words, link, label } = ways[reason];
  return (
    <Dialog
      isOpen
      title="教室をつくる"
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>閉じる</Button>
          <Link className={buttonClass({ variant: 'primary' })} to={link} onClick={onClose}>
            {label}
          </Link>
        </>
      }
    >
      <p>{words}</p>
    </Dialog>
  );
}
