import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import { deleteEvent, duplicateEvent, publishEvent } from '@manabiba/shared/data/endpoints';
import { Link, paths, toast, useEndpointMutation, useNavigate, useUser } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { Panel } from '@manabiba/shared/ui/panel';
import { CircleCheck, Copy, Eye, Info, Trash2, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';

import { failureSentence } from '../../core/organizing/form-errors';
import { type ChecklistLine, checklistOf } from './checklist';
import { ChecklistNotes } from './checklist-notes';

import styles from './event-editor.module.css';

interface PublishPanelProps {
  event: OrganizedEventDetail;
  /** There are unsaved changes. */
  isDirty: boolean;
  /** The displayed event may be stale. */
  onStale: () => void;
}

/** The remaining requirements for publishing a draft, with the publish button. */
export function PublishPanel({ event, isDirty, onStale }: PublishPanelProps) {
  const me = useUser();
  const [isAsking, setIsAsking] = useState(false);
  const lines = checklistOf(event);
  const left = event.missing.length;
  const { isOwner } = event.myAccess;
  return (
    <Panel className={styles.ready}>
      <h2>公開の準備</h2>
      <ul>
        {lines.map((line) => (
          <Line key={line.title} line={line} />
        ))}
        {isOwner && me.organisation && !me.organisation.invoiceRegistrationNo && (
          <li className={styles.soft}>
            <Icon icon={Info} />
            <span>
              登録番号(任意)<small>ないときは、領収書が適格請求書になりません</small>
            </span>
          </li>
        )}
      </ul>
      {isOwner && (
        <Button
          variant="primary"
          isBlock
          className={styles.publish}
          disabled={left > 0 || isDirty}
          onClick={() => setIsAsking(true)}
        >
          公開する
        </Button>
      )}
      <p className={styles.tiny} role="status">
        {left > 0 && <span>{`あと${left}つで公開できます。`}</span>}
        {left === 0 && isDirty && <span>変更を保存すると公開できます。</span>}
        <span>{isOwner ? '公開すると、イベントの一覧に並びます。' : '公開できるのは主催者です。'}</span>
      </p>
      <hr />
      {isOwner ? <DraftTools event={event} isDirty={isDirty} /> : <PreviewLink eventId={event.id} />}
      {isAsking && <AskToPublish event={event} onClose={() => setIsAsking(false)} onStale={onStale} />}
    </Panel>
  );
}

function Line({ line: { title, notes } }: { line: ChecklistLine }) {
  const isDone = notes.length === 0;
  return (
    <li className={isDone ? styles.done : styles.todo}>
      <Icon icon={isDone ? CircleCheck : TriangleAlert} label={isDone ? '済み' : '未完了'} />
      <span>
        {title}
        <ChecklistNotes notes={notes} />
      </span>
    </li>
  );
}

function AskToPublish({
  event,
  onClose,
  onStale,
}: {
  event: OrganizedEventDetail;
  onClose: () => void;
  onStale: () => void;
}) {
  const { run, isRunning } = useEndpointMutation(publishEvent, {
    onSuccess: () => {
      toast.success('イベントを公開しました。');
      onClose();
    },
    onError: (error) => {
      toast.error(failureSentence(error));
      onClose();
      onStale();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void run({ params: { id: event.id } }).catch(() => undefined)}
      title="イベントを公開しますか"
      confirmLabel="公開する"
      isLoading={isRunning}
    >
      「{event.title}
      」がイベントの一覧に並び、販売期間に入ったチケットの申し込みが始まります。申し込みのあったチケットの種類、価格、税率と、取り消しの決まりは、あとから変更できません。
    </ConfirmDialog>
  );
}

/** The other actions on an event: preview, duplicate, and delete while it is a draft. */
function DraftTools({ event, isDirty }: Pick<PublishPanelProps, 'event' | 'isDirty'>) {
  const [isAsking, setIsAsking] = useState(false);
  const reasonId = useId();
  return (
    <>
      <div className={styles.panelTools}>
        <PreviewLink eventId={event.id} />
        {/* The copy opens in place of this form, whose input would be lost. */}
        <DuplicateButton eventId={event.id} blockedBy={isDirty ? reasonId : undefined} />
      </div>
      {isDirty && (
        <p id={reasonId} className={styles.tiny}>
          変更を保存すると複製できます。
        </p>
      )}
      <Button variant="danger-quiet" isBlock icon={<Icon icon={Trash2} />} onClick={() => setIsAsking(true)}>
        下書きを削除する
      </Button>
      {isAsking && <DeleteDraft event={event} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function PreviewLink({ eventId }: { eventId: string }) {
  return (
    <Link className={buttonClass({ variant: 'ghost' })} to={paths.event.href({ id: eventId }, { preview: 1 })}>
      <Icon icon={Eye} />
      プレビュー
    </Link>
  );
}

/** `blockedBy` is the id of the text that says why nothing can be duplicated now. */
function DuplicateButton({ eventId, blockedBy }: { eventId: string; blockedBy: string | undefined }) {
  const navigate = useNavigate();
  const { run, isRunning } = useEndpointMutation(duplicateEvent, {
    onSuccess: ({ id }) => {
      toast.success('複製した下書きを開きました。');
      void navigate(paths.editEvent.href({ id }));
    },
    onError: (error) => toast.error(failureSentence(error)),
  });
  const duplicate = () => void run({ params: { id: eventId } }).catch(() => undefined);
  return (
    <Button
      variant="ghost"
      icon={<Icon icon={Copy} />}
      isLoading={isRunning}
      disabled={blockedBy !== undefined}
      aria-describedby={blockedBy}
      onClick={duplicate}
    >
      複製する
    </Button>
  );
}

function DeleteDraft({ event, onClose }: { event: OrganizedEventDetail; onClose: () => void }) {
  const navigate = useNavigate();
  const { run, isRunning } = useEndpointMutation(deleteEvent, {
    onSuccess: () => {
      toast.success('下書きを削除しました。');
      void navigate(paths.organizedEvents.href(), { replace: true });
    },
    onError: (error) => {
      toast.error(failureSentence(error));
      onClose();
    },
  });
  const remove = () => void run({ params: { id: event.id }, body: {} }).catch(() => undefined);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={remove}
      title="下書きを削除しますか"
      confirmLabel="削除する"
      isDanger
      isLoading={isRunning}
    >
      「{event.title}」の内容、チケット、招待コードが削除されます。元に戻すことはできません。
    </ConfirmDialog>
  );
}
