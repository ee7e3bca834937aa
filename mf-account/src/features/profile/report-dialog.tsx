import { MAX_REPORT_DETAIL_LENGTH } from '@manabiba/shared/contract/limits';
import type { UserProfile } from '@manabiba/shared/contract/users';
import { reportUser } from '@manabiba/shared/data/endpoints';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { FieldError } from '@manabiba/shared/ui/field';
import { RadioCards } from '@manabiba/shared/ui/radio-cards';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { type FormEvent, useState } from 'react';
import styles from './profile.module.css';

const reasons = [
  { value: 'abuse', label: '暴言や嫌がらせ' },
  { value: 'personal_info', label: '個人情報の掲載' },
  { value: 'spam', label: '宣伝や迷惑行為' },
  { value: 'other', label: 'その他' },
] as const;

interface ReportDialogProps {
  user: UserProfile;
  isOpen: boolean;
  onClose: () => void;
}

/** Tells the staff about somebody. What was typed stays until it has been sent. */
export function ReportDialog({ user, isOpen, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState<(typeof reasons)[number]['value']>('abuse');
  const [detail, setDetail] = useState('');
  const { run, isRunning, error } = useEndpointMutation(reportUser, {
    onSuccess: () => {
      setDetail('');
      onClose();
      toast.success('通報を受け付けました。ご協力ありがとうございます。');
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog says what went wrong.
    run({ params: { id: user.id }, body: { reason, ...(detail.trim() ? { detail } : {}) } }).catch(() => undefined);
  };
  const footer = (
    <>
      <Button disabled={isRunning} onClick={onClose}>キャンセル</Button>
      <Button type="submit" variant="primary" isLoading={isRunning} loadingLabel="送信中…">通報する</Button>
    </>
  );
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`${user.nickname}さんを通報する`} isBusy={isRunning} onSubmit={handleSubmit} footer={footer}>
      <div className={styles.report}>
        <p>内容は運営が確認します。通報したことは相手に伝わりません。</p>
        <RadioCards
          legend="理由" options={reasons} value={reason}
          onChange={(event) => setReason(reasons.find(({ value }) => value === event.target.value)?.value ?? 'other')}
        />
        <TextArea label="くわしい内容(任意)" rows={4} maxCharacters={MAX_REPORT_DETAIL_LENGTH} value={detail} onChange={(event) => setDetail(event.target.value)} error={error?.fields.detail} />
        {error && !error.fields.detail && <FieldError>{error.message}</FieldError>}
      </div>
    </Dialog>
  );
}
