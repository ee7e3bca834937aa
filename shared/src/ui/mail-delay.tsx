import { Notice } from './notice';

/** Beside what tells of a mail that was sent, while the mail server cannot be reached. */
export function MailDelay() {
  return (
    <Notice tone="warn" role="status">
      現在、メールをお届けするまでに時間がかかることがあります。お手続きは完了していますので、そのままお待ちください。
    </Notice>
  );
}
