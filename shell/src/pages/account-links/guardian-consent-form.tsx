import { zodResolver } from '@hookform/resolvers/zod';
import { MAX_GUARDIAN_NAME_LENGTH } from '@manabiba/shared/contract/limits';
import { line } from '@manabiba/shared/contract/primitives';
import { giveGuardianConsent } from '@manabiba/shared/data/endpoints';
import { ageInJapan } from '@manabiba/shared/format/age';
import { Link, paths, useConfig, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { ConfirmDialog, type ConfirmDialogProps } from '@manabiba/shared/ui/confirm-dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextField } from '@manabiba/shared/ui/text-field';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { Gate, GatePanel } from '../gate/gate';
import { ChildFacts } from './child-facts';
import { ExpiredLink } from './expired-link';
import { useRefusal } from './use-refusal';

import styles from './account-links.module.css';

const form = z.object({
  name: line({
    min: 1,
    max: MAX_GUARDIAN_NAME_LENGTH,
    empty: 'お名前を入力してください。',
    tooLong: `お名前は${MAX_GUARDIAN_NAME_LENGTH}文字以内で入力してください。`,
  }),
  isGuardian: z.boolean().check(z.refine((isTrue) => isTrue, { error: '保護者の方であることをご確認ください。' })),
});
type Form = z.input<typeof form>;

interface GuardianConsentFormProps {
  token: string;
  child: { nickname: string; birthDate: string };
}

/** What a guardian consents to, in plain language, and both answers. */
export function GuardianConsentForm({ token, child }: GuardianConsentFormProps) {
  const [answer, setAnswer] = useState<'agreed' | 'declined'>();
  const [isDeclining, setIsDeclining] = useState(false);
  const {
    register,
    handleSubmit,
    getValues,
    trigger,
    formState: { errors, isSubmitting },
  } = useForm<Form>({ resolver: zodResolver(form), defaultValues: { name: '', isGuardian: false } });
  const { run, isRunning } = useEndpointMutation(giveGuardianConsent);
  const { refusal, attempt } = useRefusal();
  const send = (agree: boolean, name: string) =>
    attempt(async () => {
      await run({ params: { token }, body: { agree, name } });
      setAnswer(agree ? 'agreed' : 'declined');
    });

  if (answer) return <Answered answer={answer} nickname={child.nickname} />;
  if (refusal?.code === 'link_expired')
    return <ExpiredLink>このリンクでのお返事は、すでにいただいています。</ExpiredLink>;
  return (
    <Gate>
      <GatePanel title="保護者の方の同意のお願い">
        <ChildFacts {...child} />
        <Terms birthDate={child.birthDate} />
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => void handleSubmit(({ name }) => send(true, name))(event)}
        >
          {refusal && <RefusalNotice message={refusal.message} />}
          <TextField
            label="保護者の方のお名前"
            autoComplete="name"
            error={errors.name?.message}
            {...register('name')}
          />
          <Checkbox
            label="わたしは保護者(親権者など)で、上の内容に同意します"
            error={errors.isGuardian?.message}
            {...register('isGuardian')}
          />
          <Decision
            isSubmitting={isSubmitting}
            onDecline={() => void trigger('name').then((isNamed) => isNamed && setIsDeclining(true))}
          />
        </form>
      </GatePanel>
      <DeclineDialog
        isOpen={isDeclining}
        isLoading={isRunning}
        nickname={child.nickname}
        onClose={() => setIsDeclining(false)}
        onConfirm={() => void send(false, getValues('name')).then(() => setIsDeclining(false))}
      />
    </Gate>
  );
}

const RefusalNotice = ({ message }: { message: string }) => (
  <Notice tone="error" role="alert">
    {message}
  </Notice>
);

/** Both answers, equally easy to reach. Their names differ from those of the request to measure on the same page. */
const Decision = ({ isSubmitting, onDecline }: { isSubmitting: boolean; onDecline: () => void }) => (
  <div className={styles.decide}>
    <Button type="submit" variant="primary" size="large" isBlock isLoading={isSubmitting}>
      保護者として同意する
    </Button>
    <Button variant="ghost" isBlock onClick={onDecline}>
      保護者として同意しない
    </Button>
  </div>
);

interface DeclineDialogProps extends Pick<ConfirmDialogProps, 'isOpen' | 'isLoading' | 'onClose' | 'onConfirm'> {
  nickname: string;
}

const DeclineDialog = ({ nickname, ...rest }: DeclineDialogProps) => (
  <ConfirmDialog {...rest} title="同意しませんか" confirmLabel="同意しないと返事をする">
    <p>{nickname}さんにお知らせします。同意がないあいだは、一部の機能をご利用いただけません。</p>
  </ConfirmDialog>
);

function Terms({ birthDate }: { birthDate: string }) {
  const { communicateMinAge } = useConfig();
  const [openedAt] = useState(() => new Date());
  const isChild = (ageInJapan(birthDate, openedAt) ?? 0) < communicateMinAge;
  return (
    <>
      <p className={styles.words}>まなびばは、ライブの教室で学べるサービスです。次の内容をご確認ください。</p>
      <ul className={styles.terms}>
        {isChild ? (
          <li>
            {communicateMinAge - 1}
            歳以下の方は、教室の視聴とリアクションだけができます。発言・コメント・教室の作成はできず、ほかの方からフォローされることもありません。
          </li>
        ) : (
          <li>
            教室に参加し、ほかの参加者とコメントやリアクションでやり取りすることがあります。音声と映像は、使えるようになったときに、この同意で参加できます。
          </li>
        )}
        <li>
          生年月日やメールアドレスは公開されません。公開されるのは
          {isChild ? 'ニックネームと画像' : 'ニックネーム・画像・自己紹介'}です。
        </li>
        <li>録画される教室では、参加の前に確認の画面が出ます。</li>
        <li>有料のプランやチケットの購入には、18歳未満の方は保護者の方の同意が必要です。</li>
        <li>
          同意はいつでも取り消せます。お子さまが18歳になるまで、このメールと同じリンクから取り消すことができます。
        </li>
      </ul>
      <p className={styles.words}>
        くわしくは、
        <Link className={textLinkClass} to={paths.termsOfUse.href()} target="_blank">
          利用規約
        </Link>
        と
        <Link className={textLinkClass} to={paths.privacyPolicy.href()} target="_blank">
          プライバシーポリシー
        </Link>
        をご覧ください。
      </p>
    </>
  );
}

function Answered({ answer, nickname }: { answer: 'agreed' | 'declined'; nickname: string }) {
  const hasAgreed = answer === 'agreed';
  return (
    <Gate>
      <GatePanel
        title={hasAgreed ? 'ご同意ありがとうございました' : 'お返事を受け付けました'}
        sign={<Icon icon={CircleCheck} size={32} />}
      >
        <p role="status">
          {hasAgreed
            ? `${nickname}さんは、まなびばをご利用いただけます。同意の確認と取り消しのためのリンクを、メールでお送りしました。`
            : `同意しないとのお返事を、${nickname}さんにお知らせしました。`}
        </p>
        <p>このページを閉じてください。</p>
      </GatePanel>
    </Gate>
  );
}
