import { ARCHIVE_TICKET_CANCEL_DAYS, MAX_GUARDIAN_NAME_LENGTH } from '@manabiba/shared/contract/limits';
import type { PurchaseRequest } from '@manabiba/shared/contract/purchase-consents';
import { answerPurchaseRequest, getPurchaseRequest } from '@manabiba/shared/data/endpoints';
import { formatMonthDay, formatTime } from '@manabiba/shared/format/date-time';
import { formatYen } from '@manabiba/shared/format/yen';
import { useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { Panel } from '@manabiba/shared/ui/panel';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { TextField } from '@manabiba/shared/ui/text-field';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import { Gate, GatePanel } from '../gate/gate';
import { ExpiredLink } from './expired-link';
import { useRefusal } from './use-refusal';

import styles from './account-links.module.css';

/**
 * The page where a guardian reads what a child wants to buy, and consents or refuses. Opening the link alone does not
 * answer.
 */
export function PurchaseRequestPage({ token }: { token: string }) {
  const { data, error, retry } = useEndpoint(getPurchaseRequest, { params: { token } }, { maxAgeSeconds: 0 });
  if (error?.code === 'link_expired')
    return <ExpiredLink>新しいお願いのメールが届いている場合は、そちらのリンクを開いてください。</ExpiredLink>;
  if (data) return <Request key={token} token={token} found={data} />;
  return (
    <Gate>
      <Panel>
        {error ? (
          <ErrorState title="内容を表示できませんでした。" hint={error.message} level={2} onRetry={retry} />
        ) : (
          <div className={styles.waiting}>
            <Spinner size={32} label="読み込み中" />
          </div>
        )}
      </Panel>
    </Gate>
  );
}

/** The state of the link when the page was opened. */
function Request({ token, found }: { token: string; found: PurchaseRequest }) {
  const [request] = useState(found);
  switch (request.state) {
    case 'asked':
      return <PurchaseQuestion token={token} request={request} />;
    case 'given':
      return <Answered answer="agreed" request={request} />;
    case 'refused':
      return <Answered answer="declined" request={request} />;
    case 'expired':
      return <ExpiredLink>お返事の期限が過ぎたか、お申し込みが取り消されました。料金はかかっていません。</ExpiredLink>;
  }
}

function PurchaseQuestion({ token, request }: { token: string; request: PurchaseRequest }) {
  const [answer, setAnswer] = useState<'agreed' | 'declined'>();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useEndpointMutation(answerPurchaseRequest);
  const { refusal, attempt } = useRefusal();
  const price = formatYen(request.amount);
  const send = (agree: boolean) => {
    if (name.trim() === '') return setProblem('お名前を入力してください。');
    setProblem(undefined);
    void attempt(async () => {
      await run({ params: { token }, body: { agree, name: name.trim() } });
      setAnswer(agree ? 'agreed' : 'declined');
    });
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    send(true);
  };

  if (answer) return <Answered answer={answer} request={request} />;
  if (refusal?.code === 'link_expired')
    return <ExpiredLink>このリンクでのお返事は、すでにいただいたか、期限が過ぎています。</ExpiredLink>;
  return (
    <Gate>
      <GatePanel title={`${request.nickname}さんのお申し込みに同意しますか`}>
        <PurchaseFacts request={request} />
        <Consequences request={request} />
        <form className={styles.form} noValidate onSubmit={handleSubmit}>
          {refusal && (
            <Notice tone="error" role="alert">
              {refusal.message}
            </Notice>
          )}
          <TextField
            label="保護者の方のお名前"
            autoComplete="name"
            maxLength={MAX_GUARDIAN_NAME_LENGTH}
            value={name}
            error={problem}
            onChange={(event) => setName(event.target.value)}
          />
          <div className={styles.decide}>
            <Button type="submit" variant="primary" size="large" isBlock isLoading={isRunning}>
              {price}に同意する
            </Button>
            <Button variant="ghost" isBlock disabled={isRunning} onClick={() => send(false)}>
              このお申し込みに同意しない
            </Button>
          </div>
        </form>
      </GatePanel>
    </Gate>
  );
}

/** The consequences of consenting and of not answering. */
const Consequences = ({ request: { nickname, amount, answerUntil } }: { request: PurchaseRequest }) => (
  <>
    <p className={styles.words}>
      同意すると、{nickname}さんは{formatYen(amount)}のお支払いに進めます。同意しない場合、料金はかかりません。
    </p>
    {answerUntil && (
      <p className={styles.note}>
        {formatMonthDay(answerUntil)} {formatTime(answerUntil)}
        までに、お返事をお願いいたします。期限を過ぎると、お席の確保は終わります。
      </p>
    )}
  </>
);

function PurchaseFacts({ request }: { request: PurchaseRequest }) {
  const { startAt, endAt, fullRefundUntil } = request;
  return (
    <dl className={styles.who}>
      <dt>イベント</dt>
      <dd>{request.eventTitle}</dd>
      <dt>主催</dt>
      <dd>{request.organizer}</dd>
      <dt>日時</dt>
      <dd>
        {formatMonthDay(startAt)} {formatTime(startAt)}から{formatTime(endAt)}
      </dd>
      <dt>チケット</dt>
      <dd>{request.ticketName} × 1</dd>
      <dt>料金</dt>
      <dd>
        <span className={styles.whole}>{formatYen(request.amount)}</span>(税込)
      </dd>
      <dt>返金</dt>
      <dd>
        {request.isArchive
          ? `購入から${ARCHIVE_TICKET_CANCEL_DAYS}日以内で、視聴を始める前の取り消しは全額`
          : fullRefundUntil
            ? `${formatMonthDay(fullRefundUntil)} ${formatTime(fullRefundUntil)}までの取り消しは全額`
            : 'お申し込み後の返金はありません'}
      </dd>
    </dl>
  );
}

function Answered({ answer, request }: { answer: 'agreed' | 'declined'; request: PurchaseRequest }) {
  const hasAgreed = answer === 'agreed';
  return (
    <Gate>
      <GatePanel
        title={hasAgreed ? 'ご同意ありがとうございました' : 'お返事を受け付けました'}
        sign={<Icon icon={CircleCheck} size={32} />}
      >
        <p role="status">
          {hasAgreed
            ? `「${request.eventTitle}」の${formatYen(request.amount)}のお支払いに進めることを、${request.nickname}さんにお知らせしました。`
            : `同意しないとのお返事を、${request.nickname}さんにお知らせしました。料金はかかっていません。`}
        </p>
        <p>このページを閉じてください。</p>
      </GatePanel>
    </Gate>
  );
}
