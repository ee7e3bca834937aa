import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Link, paths, usePageTitle, useResendEmail } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { MailDelay } from '@manabiba/shared/ui/mail-delay';
import type { LucideIcon } from 'lucide-react';
import { CircleCheck, IdCard, Mail, Users } from 'lucide-react';
import type { ReactNode } from 'react';

import { GateActions, GatePanel } from '../gate/gate';

import styles from './sign-in.module.css';

const owesVerification = ({ email, fromFirebase }: SignedInMe) => email !== null && !fromFirebase.emailVerified;
/** The school vouches for its pupils. */
const owesDocuments = (me: SignedInMe) => !me.isPartnerSchoolStudent && (me.isStudentAge || me.isProfessional);

/** Returns whether a new user has any steps left. */
export const hasNextSteps = (me: SignedInMe) => owesVerification(me) || me.guardianConsentNeeded || owesDocuments(me);

/** The steps after sign-up, in order. */
export function WelcomePanel({ me, next }: { me: SignedInMe; next: string }) {
  usePageTitle('登録が完了しました');
  const resend = useResendEmail();
  return (
    <GatePanel title={`ようこそ、${me.nickname}さん`} sign={<Icon icon={CircleCheck} size={32} />}>
      <p>
        {hasNextSteps(me)
          ? '登録が完了しました。続けて、次のことをお願いいたします。'
          : '登録とお手続きが完了しました。'}
      </p>
      {me.isMailDelayed && <MailDelay />}
      {hasNextSteps(me) && (
        <ol className={styles.todo}>
          {owesVerification(me) && (
            <Todo icon={Mail} title="メールアドレスの確認">
              <p>
                <span>{me.email}</span>{' '}
                に確認メールをお送りしました。メールのリンクを開いてください。届くまで数分かかることがあります。
              </p>
              <Button size="small" onClick={resend}>
                確認メールを再送
              </Button>
            </Todo>
          )}
          {me.guardianConsentNeeded && (
            <Todo icon={Users} title="保護者の方の同意">
              <p>
                {me.guardianEmail ?? '保護者の方'}{' '}
                にお願いのメールをお送りしました。同意をいただいたあと、ご年齢に応じた機能をご利用いただけます。
              </p>
            </Todo>
          )}
          {owesDocuments(me) && (
            <Todo icon={IdCard} title="本人確認書類の提出">
              <p>{documentsSentence(me)}</p>
              {!owesVerification(me) && (
                <Link className={buttonClass({ size: 'small' })} to={`${paths.settings.href()}#id`}>
                  書類を提出する
                </Link>
              )}
            </Todo>
          )}
        </ol>
      )}
      <GateActions>
        <Link className={buttonClass({ variant: 'primary', size: 'large', isBlock: true })} to={next}>
          はじめる
        </Link>
        <Link className={buttonClass({ variant: 'ghost', isBlock: true })} to={paths.profileSettings.href()}>
          プロフィールを設定する
        </Link>
      </GateActions>
    </GatePanel>
  );
}

function documentsSentence(me: SignedInMe): string {
  const when = owesVerification(me) ? 'メールアドレスの確認のあと、' : '';
  return me.isProfessional
    ? `${when}アカウント設定から書類をご提出ください。確認が終わると、プロフェッショナルの一覧に掲載されます。`
    : `${when}学生証などの書類を、アカウント設定からご提出ください。`;
}

function Todo({ icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li>
      <Icon icon={icon} />
      <strong>{title}</strong>
      {children}
    </li>
  );
}
