import {
  MAX_ANNOUNCEMENT_BODY_LENGTH,
  MAX_ANNOUNCEMENT_DAYS_AHEAD,
  MAX_ANNOUNCEMENT_TITLE_LENGTH,
} from '@manabiba/shared/contract/limits';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { DateTimeField } from '@manabiba/shared/forms/date-time-field';
import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { useNow } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Select } from '@manabiba/shared/ui/select';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';
import { addDays } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';
import type { ReactNode } from 'react';

import { audienceWords, wordOfAudience } from '../../core/audience-words';
import { LateConfirmDialog } from '../../core/late-confirm-dialog';
import { AnnouncementPreview } from './announcement-preview';
import { type AnnouncementDraft, useAnnouncementForm } from './use-announcement-form';

import styles from './announcements.module.css';

interface AnnouncementFormProps {
  audience: string;
  onAudienceChange: (audience: string) => void;
  /** Number of users in the audience; unknown until it was counted. */
  count: number | undefined;
}

/** Writes an announcement: to oneself for a test, or to an audience after a confirmation. */
export function AnnouncementForm({ audience, onAudienceChange, count }: AnnouncementFormProps) {
  const form = useAnnouncementForm(audience);
  const { draft, dueAt, isRunning } = form;
  const action = dueAt ? `${formatDateTime(dueAt)}に予約する` : 'いま送る';
  return (
    <form className={styles.write} noValidate onSubmit={form.handleSubmit}>
      <div className={styles.fields}>
        <Fields form={form}>
          <Select
            label="届ける人"
            options={Object.entries(audienceWords).map(([value, label]) => ({ value, label }))}
            value={audience}
            onChange={(event) => onAudienceChange(event.target.value)}
          />
        </Fields>
        <div className={styles.buttons}>
          <Button variant="ghost" disabled={isRunning} onClick={form.sendToMyself}>
            自分に試しに送る
          </Button>
          <Button type="submit" variant="primary" isLoading={isRunning}>
            {action}
          </Button>
        </div>
      </div>
      <LeaveGuard isDirty={form.isDirty} />
      <AnnouncementPreview title={draft.title} body={draft.body} />
      <LateConfirmDialog
        isOpen={form.isAsking}
        title="お知らせを送りますか"
        confirmLabel={action}
        isLoading={isRunning}
        onClose={form.cancel}
        onConfirm={form.confirm}
      >
        {wordOfAudience(audience)}
        {count !== undefined && <span>{`(${count.toLocaleString('ja-JP')}人)`}</span>}
        <span>に届きます。送り始めてから止めることもできます。</span>
      </LateConfirmDialog>
    </form>
  );
}

/** The fields, with the audience next to the time. */
function Fields({ form: { field }, children }: { form: AnnouncementDraft; children: ReactNode }) {
  const now = useNow(millisecondsInMinute);
  return (
    <>
      <div className={styles.pair}>
        {children}
        <DateTimeField
          {...field('dueAt')}
          label="送る日時"
          hint="空のときは、すぐに送ります。"
          min={now}
          max={addDays(now, MAX_ANNOUNCEMENT_DAYS_AHEAD)}
        />
      </div>
      <TextField label="題名" maxCharacters={MAX_ANNOUNCEMENT_TITLE_LENGTH} {...field('title')} />
      <TextArea label="本文" rows={4} maxCharacters={MAX_ANNOUNCEMENT_BODY_LENGTH} {...field('body')} />
      <TextField label="開くページ" {...field('url')} />
    </>
  );
}
