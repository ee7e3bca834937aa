import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import { listCategories } from '@manabiba/shared/data/endpoints';
import { formatTime } from '@manabiba/shared/format/date-time';
import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { useEndpoint } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { FieldError } from '@manabiba/shared/ui/field';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import { ContentCard } from './content-card';
import { fieldNames } from './event-form.schema';
import { InvitationsCard } from './invitations/invitations-card';
import { PolicyCard } from './policy-card';
import { PublishPanel } from './publish-panel';
import { SpeakerDialog } from './speaker-dialog';
import { TicketsCard } from './tickets/tickets-card';
import { TimesCard } from './times-card';
import { type EventForm, useEventForm } from './use-event-form';

import styles from './event-editor.module.css';

interface EventEditorProps {
  event: OrganizedEventDetail;
  onStale: () => void;
}

/** The editor of an event. Tickets and invitation codes are saved immediately, everything else with the save button. */
export function EventEditor({ event, onStale }: EventEditorProps) {
  const editor = useEventForm(event);
  const { data } = useEndpoint(listCategories, {});
  const [isFindingSpeaker, setIsFindingSpeaker] = useState(false);
  const [openedAt] = useState(() => new Date());
  const isDraft = event.state === 'draft';
  const hasBegun = !isDraft && Date.parse(event.startAt) <= openedAt.getTime();
  const speakers = editor.form.getValues('speakers');
  const handleSubmit = (submit: FormEvent) => {
    submit.preventDefault();
    editor.submit();
  };
  return (
    <div className={isDraft ? styles.grid : styles.single}>
      <div className={styles.main}>
        <form id="event-form" className={styles.main} noValidate onSubmit={handleSubmit}>
          <ContentCard
            editor={editor}
            categories={data?.categories ?? []}
            onAddSpeaker={() => setIsFindingSpeaker(true)}
          />
          <TimesCard editor={editor} />
        </form>
        <TicketsCard event={event} isFixed={hasBegun || event.state === 'live'} />
        <InvitationsCard event={event} isFixed={hasBegun || event.state === 'live'} />
        <PolicyCard editor={editor} event={event} />
        <SaveBar editor={editor} />
      </div>
      {isDraft && (
        <aside className={styles.side} aria-label="公開の準備">
          <PublishPanel event={event} isDirty={editor.isDirty} onStale={onStale} />
        </aside>
      )}
      {isFindingSpeaker && (
        <SpeakerDialog
          chosen={speakers}
          onClose={() => setIsFindingSpeaker(false)}
          onChoose={(person) => {
            editor.form.setValue('speakers', [...speakers, person], { shouldDirty: true, shouldValidate: true });
            setIsFindingSpeaker(false);
          }}
        />
      )}
      <LeaveGuard isDirty={editor.isDirty} />
    </div>
  );
}

/** The save bar, visible while there are unsaved changes, with the result of the last attempt. */
function SaveBar({ editor }: { editor: EventForm }) {
  const { isDirty, isSaving, savedAt, message, conflict } = editor;
  return (
    <div className={styles.save} data-waits={isDirty || undefined}>
      {conflict && (
        <Notice tone="warn" role="alert">
          別の画面で、{conflict.fields.map((name) => fieldNames[name]).join('、')}
          が変更されています。どちらの内容を残すかお選びください。
        </Notice>
      )}
      {message && <FieldError>{message}</FieldError>}
      <div className={styles.saveRow}>
        <p role="status" className={isDirty || !savedAt ? styles.waiting : styles.saved}>
          {isDirty && <span>保存していない変更があります。</span>}
          {!isDirty && !savedAt && <span>変更はすべて保存されています。</span>}
          {!isDirty && savedAt && (
            <>
              <Icon icon={CircleCheck} size={16} />
              {formatTime(savedAt)}に保存しました
            </>
          )}
        </p>
        {conflict ? (
          <>
            <Button disabled={isSaving} onClick={editor.takeLatest}>
              別の画面の内容にする
            </Button>
            <Button variant="primary" isLoading={isSaving} onClick={editor.overwrite}>
              この画面の内容で保存する
            </Button>
          </>
        ) : (
          <Button
            type="submit"
            form="event-form"
            variant={isDirty ? 'primary' : 'secondary'}
            disabled={!isDirty && !isSaving}
            isLoading={isSaving}
          >
            保存する
          </Button>
        )}
      </div>
    </div>
  );
}
