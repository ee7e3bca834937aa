import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { ARCHIVE_TICKET_CANCEL_DAYS } from '@manabiba/shared/contract/limits';
import type { Participation } from '@manabiba/shared/contract/tickets';
import { cancelParticipation, getCancellation } from '@manabiba/shared/data/endpoints';
import { type ApiError, toast, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { Spinner } from '@manabiba/shared/ui/spinner';

import { applicationError } from './application-error';
import { CancellationNote } from './cancellation-note';

import styles from './cancel-dialog.module.css';

interface CancelDialogProps {
  event: Pick<ClassroomEvent, 'id' | 'title' | 'subtitle'>;
  participation: Pick<Participation, 'state' | 'route' | 'isGiven' | 'seats'>;
  onClose: () => void;
  /** Called after the cancellation, or when it turned out to be impossible: the displayed event is stale. */
  onSettled?: () => void;
}

interface Words {
  title: string;
  confirm: string;
  done: string;
  /** The consequences when nothing was paid. */
  what: string;
}

const words: Partial<Record<Participation['state'], Words>> = {
  waitlisted: {
    title: 'キャンセル待ちをやめる',
    confirm: '待つのをやめる',
    done: 'キャンセル待ちを取り消しました。',
    what: 'もう一度登録すると、順番は最後になります。',
  },
  offered: {
    title: 'お席を辞退する',
    confirm: '辞退する',
    done: 'お席を辞退しました。',
    what: 'お席は、次にお待ちの方にご案内します。',
  },
};
const seatWords: Words = {
  title: 'お申し込みを取り消す',
  confirm: '取り消す',
  done: 'お申し込みを取り消しました。',
  what: '空いたお席は、キャンセル待ちの方にご案内します。',
};

const archiveWords: Words = {
  title: '視聴チケットを取り消す',
  confirm: '取り消す',
  done: '視聴チケットを取り消しました。',
  what: '取り消すと、アーカイブはご覧いただけなくなります。',
};
const ARCHIVE_KEPT = `視聴を始めたあと、または購入から${ARCHIVE_TICKET_CANCEL_DAYS}日を過ぎた視聴チケットは、取り消しと返金ができません。`;

const GIVEN = '空いたお席は、キャンセル待ちの方にご案内します。返金がある場合は、お支払いになった方に行われます。';

/** Asks for confirmation before cancelling a participation and shows the refund first. */
export function CancelDialog({ event, participation, onClose, onSettled }: CancelDialogProps) {
  const preview = useEndpoint(getCancellation, { params: { id: event.id } }, { maxAgeSeconds: 0 });
  const { run, isRunning } = useEndpointMutation(cancelParticipation, {
    onSuccess: () => {
      toast.success(said.done);
      onSettled?.();
      onClose();
    },
    onError: (error) => {
      toast.error(failure(error));
      onSettled?.();
    },
  });
  const isArchive = participation.route === 'archive';
  const said = isArchive ? archiveWords : (words[participation.state] ?? seatWords);
  const failure = (error: ApiError) =>
    isArchive && error.code === 'not_refundable' ? ARCHIVE_KEPT : applicationError(error);
  const refund = preview.data?.refund ?? 0;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={said.title}
      size="small"
      isBusy={isRunning}
      footer={
        <>
          <Button data-autofocus disabled={isRunning} onClick={onClose}>
            戻る
          </Button>
          <Button
            variant="danger"
            disabled={!preview.data}
            isLoading={isRunning}
            onClick={() => void run({ params: { id: event.id } }).catch(() => undefined)}
          >
            {refund > 0 ? '取り消して返金' : said.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>
          {event.title} {event.subtitle}
        </p>
        {preview.error && (
          <Notice tone="error" role="alert">
            {failure(preview.error)}
          </Notice>
        )}
        {!preview.data && !preview.error && <Spinner label="読み込み中" />}
        {(participation.seats ?? 1) > 1 && (
          <p>{`お連れの方のお席も合わせて、${participation.seats}席を取り消します。`}</p>
        )}
        {preview.data && <CancellationNote {...preview.data} what={participation.isGiven ? GIVEN : said.what} />}
      </div>
    </Dialog>
  );
}
