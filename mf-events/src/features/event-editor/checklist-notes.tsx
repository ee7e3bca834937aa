import { mustVerifyEmail } from '@manabiba/shared/contract/must-verify-email';
import { Link, paths, useResendEmail, useUser } from '@manabiba/shared/platform';
import { classNames } from '@manabiba/shared/ui/class-names';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import type { ChecklistLine } from './checklist';

import styles from './event-editor.module.css';

/** What a checklist item still requires, each with a link to where it is done. */
export function ChecklistNotes({ notes }: Pick<ChecklistLine, 'notes'>) {
  return notes.map(({ code, sentence, goal, fieldId }) => (
    <small key={code}>
      {goal === 'identity' && <IdentityNote />}
      {goal === 'payouts' && (
        <Link className={textLinkClass} to={{ pathname: paths.orgSettings.href(), hash: '#sales' }}>
          {sentence}
        </Link>
      )}
      {goal === 'field' && fieldId && (
        <button type="button" className={classNames(textLinkClass, styles.goal)} onClick={() => goToField(fieldId)}>
          {sentence}
        </button>
      )}
    </small>
  ));
}

/** Identity verification follows the e-mail address: first the mail, then the documents, then their review. */
function IdentityNote() {
  const user = useUser();
  const { state } = user;
  const resendEmail = useResendEmail();
  if (mustVerifyEmail(user))
    return (
      <>
        <span>メールアドレスの確認が済むと、公開の手続きに進めます。</span>
        <button type="button" className={classNames(textLinkClass, styles.goal)} onClick={resendEmail}>
          確認メールを再送する
        </button>
      </>
    );
  if (state === 'documents_required' || state === 'need_resubmit')
    return (
      <Link className={textLinkClass} to={{ pathname: paths.settings.href(), hash: '#id' }}>
        本人確認書類を提出する
      </Link>
    );
  return <span>書類を確認しています。確認が終わると公開できます。</span>;
}

function goToField(id: string): void {
  const field = document.getElementById(id);
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
