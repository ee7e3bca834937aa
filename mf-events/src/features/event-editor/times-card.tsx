import { FULL_REFUND_MOVE_HOURS, MAX_EVENT_DAYS_AHEAD } from '@manabiba/shared/contract/limits';
import { DateTimeField } from '@manabiba/shared/forms/date-time-field';
import { Select } from '@manabiba/shared/ui/select';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { addHours } from 'date-fns';
import { useState } from 'react';

import type { EventForm } from './use-event-form';

import styles from './event-editor.module.css';

const LEADS = [0, 5, 10, 15, 30, 60];
const leadLabel = (minutes: number) => (minutes === 0 ? '開始と同時' : `${minutes}分前`);

/** The schedule of an event. It is locked once the event has begun. */
export function TimesCard({ editor: { form, base } }: { editor: EventForm }) {
  const { register } = form;
  const { errors, defaultValues } = form.formState;
  const [openedAt] = useState(() => new Date());
  const hasBegun = base.state === 'live' || (base.state !== 'draft' && Date.parse(base.startAt) <= openedAt.getTime());
  const span = { min: openedAt, max: addHours(openedAt, MAX_EVENT_DAYS_AHEAD * 24) };
  const leads = [...new Set([...LEADS, Number(defaultValues?.entryOpensBefore ?? 10)])].sort((a, b) => a - b);
  const isPublic = base.state !== 'draft';
  return (
    <SettingCard id="times" title="日時">
      <div className={styles.three}>
        <DateTimeField
          {...register('startAt')}
          id="event-start"
          label="開始"
          error={errors.startAt?.message}
          readOnly={hasBegun}
          {...span}
        />
        <DateTimeField
          {...register('endAt')}
          label="終了"
          error={errors.endAt?.message}
          readOnly={hasBegun}
          {...span}
        />
        {hasBegun || base.state === 'open' ? (
          <p className={styles.fixed}>
            <span className={styles.label}>入場の開始</span>
            すでに始まっています
          </p>
        ) : (
          <Select
            label="入場の開始"
            options={leads.map((minutes) => ({ value: String(minutes), label: leadLabel(minutes) }))}
            error={errors.entryOpensBefore?.message}
            {...register('entryOpensBefore')}
          />
        )}
      </div>
      <p className={styles.hint}>
        {hasBegun && <span>開始したイベントの日時は変更できません。</span>}
        {!hasBegun && isPublic && <span>変更すると、申し込んだ方にお知らせし、カレンダーの予定も更新されます。</span>}
        {!hasBegun && isPublic && (
          <span>
            購入のときから{FULL_REFUND_MOVE_HOURS}
            時間を超えて開始が変わると、購入した方は新しい開始まで全額の返金を受けられます。
          </span>
        )}
        {!isPublic && <span>公開したあとに変えると、申し込んだ方にお知らせし、カレンダーの予定も更新されます。</span>}
      </p>
    </SettingCard>
  );
}
