import type { IdentityReview } from '@manabiba/shared/contract/staff-reviews';
import { getIdentityReview } from '@manabiba/shared/data/endpoints';
import { Link, useEndpoint, useMe } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Notice } from '@manabiba/shared/ui/notice';
import { useEffect, useRef, useState } from 'react';

import { AbsentCase } from '../../core/work-queue/absent-case';
import { CaseName, WorkCase } from '../../core/work-queue/work-queue';
import { CaseFacts } from './case-facts';
import { DecideForm } from './decide-form';
import { type Decision, DecisionDialog } from './decision-dialog';
import { DocumentFigure } from './document-figure';
import { returnTemplates } from './return-templates';
import { useDecide } from './use-decide';
import { useReviewKeys } from './use-review-keys';

import styles from './identity-review.module.css';

interface ReviewCaseProps {
  userId: string;
  now: Date;
  reason: string;
  onReason: (reason: string) => void;
  /** Whether the focus goes to the case once it is there. */
  takesFocus: boolean;
  onDecided: () => void;
}

/** The case of one user: documents, entered data, decision. */
export function ReviewCase(props: ReviewCaseProps) {
  const call = useEndpoint(getIdentityReview, { params: { userId: props.userId } }, { maxAgeSeconds: 0 });
  const { data, error, retry } = call;
  if (!data || error?.code === 'not_found')
    return (
      <AbsentCase
        call={call}
        gone={{
          title: 'この方の書類は待っていません。',
          words: 'ほかの担当者が判断したか、取り下げられました。',
          action: (
            <Link className={buttonClass()} to="/staff">
              待っている方を見る
            </Link>
          ),
        }}
        failure="書類を表示できませんでした。"
      />
    );
  return <OpenCase {...props} review={data} onStale={retry} />;
}

function OpenCase(props: ReviewCaseProps & { review: IdentityReview; onStale: () => void }) {
  const { review, now, reason, takesFocus, onReason, onDecided, onStale } = props;
  const reasonRef = useRef<HTMLTextAreaElement>(null);
  const nameRef = useFocusOnce<HTMLHeadingElement>(takesFocus);
  const [asking, setAsking] = useState<Decision | null>(null);
  const [isReasonMissing, setIsReasonMissing] = useState(false);
  const { decide, isRunning } = useDecide(review, { onDecided, onStale });

  function handleReason(text: string) {
    setIsReasonMissing(false);
    onReason(text);
  }

  function handleReturn() {
    if (reason.trim() !== '') return setAsking('return');
    setIsReasonMissing(true);
    reasonRef.current?.focus();
  }

  async function handleConfirm() {
    if (asking !== null) await decide(asking, reason);
    setAsking(null);
  }

  useReviewKeys({
    onApprove: () => setAsking('approve'),
    onReturn: handleReturn,
    onTemplate(index) {
      const template = returnTemplates[index];
      if (template) handleReason(template.text);
    },
  });

  return (
    <WorkCase>
      <CaseName ref={nameRef}>{review.nickname}</CaseName>
      <div className={styles.documents}>
        {review.documents.map((document, index) => (
          <DocumentFigure key={document.id} document={document} name={`書類 ${index + 1}`} />
        ))}
      </div>
      <CaseFacts review={review} now={now} />
      <SecondPair review={review} />
      <DecideForm
        reason={reason}
        onReason={handleReason}
        reasonRef={reasonRef}
        error={isReasonMissing ? '本人に届く文を入力してください。' : undefined}
        onApprove={() => setAsking('approve')}
        onReturn={handleReturn}
      />
      <DecisionDialog
        decision={asking}
        review={review}
        reason={reason}
        isRunning={isRunning}
        onClose={() => setAsking(null)}
        onConfirm={() => void handleConfirm()}
      />
    </WorkCase>
  );
}

/** Focuses an element when it appears, if it should take the focus. */
function useFocusOnce<E extends HTMLElement>(takesFocus: boolean) {
  const ref = useRef<E>(null);
  useEffect(() => {
    if (takesFocus) ref.current?.focus();
  }, [takesFocus]);
  return ref;
}

/** Explains that documents of a professional need two members of staff, and which step is next. */
function SecondPair({ review: { isProfessional, firstApproval } }: { review: IdentityReview }) {
  const me = useMe();
  if (!isProfessional) return null;
  if (!firstApproval) return <Notice>プロフェッショナルの書類は、2人が承認すると有効になります。</Notice>;
  return firstApproval.userId === me?.id ? (
    <Notice tone="warn">あなたが1人目として承認しました。もうひとりの確認を待っています。</Notice>
  ) : (
    <Notice>{firstApproval.nickname}さんが1人目として承認しました。2人目の確認をお願いします。</Notice>
  );
}
