import { ReportDialog } from '@manabiba/shared/people/report-dialog';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { useState } from 'react';

import { QuestionAnswer } from './question-answer';
import type { QuestionView } from './question-view';
import type { QuestionActs } from './use-question-acts';

type Asking = 'answer' | 'dismiss' | 'withdraw' | 'report';

/** Which question is asked about, and what. */
export function useQuestionDialog() {
  const [open, setOpen] = useState<{ about: Asking; question: QuestionView }>();
  return {
    open,
    ask: (about: Asking) => (question: QuestionView) => setOpen({ about, question }),
    close: () => setOpen(undefined),
  };
}

interface QuestionDialogsProps {
  classroomId: string;
  classroomKey: string | undefined;
  dialog: ReturnType<typeof useQuestionDialog>;
  acts: QuestionActs;
}

/** The dialogs behind the menu of a question. */
export function QuestionDialogs({ classroomId, classroomKey, dialog, acts }: QuestionDialogsProps) {
  const { open, close } = dialog;
  if (!open) return null;
  const { about, question } = open;
  if (about === 'answer') return <QuestionAnswer question={question} acts={acts} onClose={close} />;
  if (about === 'report') {
    const { id, userId, nickname, body } = question;
    const subject = { kind: 'question', id, nickname: userId === null ? null : nickname, body } as const;
    return <ReportDialog subject={{ ...subject, classroomId, classroomKey }} onClose={close} />;
  }
  const isWithdrawal = about === 'withdraw';
  const handleConfirm = () => {
    (isWithdrawal ? acts.withdraw : acts.dismiss)(question.id);
    close();
  };
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={isWithdrawal ? '質問を取り消しますか' : '質問を却下しますか'}
      confirmLabel={isWithdrawal ? '取り消す' : '却下する'}
      cancelLabel="残しておく"
      onClose={close}
      onConfirm={handleConfirm}
    >
      {isWithdrawal
        ? '取り消した質問は元に戻せません。'
        : 'この質問を全員の画面から消します。元に戻すことはできません。'}
    </ConfirmDialog>
  );
}
