import { GENERAL_SENTENCE } from '../contract/error-sentences';
import { isApiError } from '../data/api-error';
import { invalidateTags } from '../data/cache/cache-tags';
import { resendEmailVerification } from '../data/endpoints';
import { useEndpointMutation } from '../data/use-endpoint-mutation';
import { useMe } from '../session/session-provider';
import { isSignedIn } from '../session/session-store';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { toast } from './toast';

/** Resends the verification mail. Closes once it is sent; otherwise it stays open and a toast shows the reason. */
export function ResendEmailDialog({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const { run, isRunning } = useEndpointMutation(resendEmailVerification);
  const email = isSignedIn(me) ? (me.pendingEmail ?? me.email) : null;

  const resend = async () => {
    try {
      const { isDelayed } = await run({});
      toast.success(
        isDelayed ? '確認メールを再送しました。届くまでに時間がかかることがあります。' : '確認メールを再送しました。',
      );
      onClose();
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.code === 'already') {
        // Verified meanwhile on another device: the prompt disappears once this is known here.
        invalidateTags(['Auth']);
        toast.message('メールアドレスはすでに確認されています。');
        onClose();
      } else toast.error(error.status === 400 ? error.message : GENERAL_SENTENCE);
    }
  };

  const footer = (
    <>
      <Button disabled={isRunning} onClick={onClose}>
        キャンセル
      </Button>
      <Button
        variant="primary"
        data-autofocus
        isLoading={isRunning}
        loadingLabel="送信中…"
        onClick={() => void resend()}
      >
        再送する
      </Button>
    </>
  );
  return (
    <Dialog isOpen title="確認メールを再送" size="small" isBusy={isRunning} onClose={onClose} footer={footer}>
      <p>{`${email ?? ''} に確認メールを送ります。届かない場合は、迷惑メールフォルダもご確認ください。`}</p>
    </Dialog>
  );
}
