import { Notice } from './notice';

/** Hint shown next to a "mail sent" message while the mail server is unreachable. */
export function MailDelay() {
  return (
    <Notice tone="warn" role="status">
      現在、メールをお届けするまでに時間がかかることがあります。お手続きは完了していますので、そのままお待ちください。
    </Notice>
  );
}
