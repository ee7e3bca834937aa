import type { Category } from '@manabiba/shared/contract/categories';
import { CLASSROOM_MINUTES } from '@manabiba/shared/contract/classrooms';
import {
  MAX_CLASSROOM_DESCRIPTION_LENGTH,
  MAX_CLASSROOM_NAME_LENGTH,
  MAX_DAYS_AHEAD,
} from '@manabiba/shared/contract/limits';
import { DateTimeField } from '@manabiba/shared/forms/date-time-field';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { Icon } from '@manabiba/shared/ui/icon';
import { Select } from '@manabiba/shared/ui/select';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { addHours } from 'date-fns';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { audienceSentence, type ClassroomFormValues } from './classroom-form.schema';
import { InterestChips } from './interest-chips';
import { StartChoice, type StartTiming, WeeklyRepeat } from './timing/start-timing';

import styles from './classroom-form.module.css';

interface ClassroomFieldsProps {
  form: UseFormReturn<ClassroomFormValues>;
  categories: Category[];
  /** Whether allUsers is forced on, as for non-professional adults. */
  isAllUsersForced: boolean;
  /** Whether the class has begun. */
  isStartFixed?: boolean;
  /** Of a new classroom: the choice of when it starts, and how often. */
  timing?: StartTiming | undefined;
}

/** The form fields for creating and editing a classroom. */
export function ClassroomFields({
  form,
  categories,
  isAllUsersForced,
  isStartFixed = false,
  timing,
}: ClassroomFieldsProps) {
  const {
    register,
    formState: { errors },
  } = form;
  // The form focuses the first invalid field in registration order.
  const name = register('name');
  // Hidden or not, the start comes second.
  if (!isStartFixed) register('startAt');
  return (
    <div className={styles.form}>
      <TextArea
        label="タイトル"
        isTitle
        maxCharacters={MAX_CLASSROOM_NAME_LENGTH}
        error={errors.name?.message}
        {...name}
      />
      <Audience form={form} isAllUsersForced={isAllUsersForced} />
      {timing && <StartChoice {...timing} />}
      <div className={styles.pair}>
        {!timing?.isNow && <StartField {...{ form, isStartFixed }} />}
        {timing && !timing.isNow && <WeeklyRepeat form={form} {...timing} />}
        <Select
          label="カテゴリー"
          options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          error={errors.categoryId?.message}
          {...register('categoryId', { onChange: () => form.setValue('interestIds', []) })}
        />
      </div>
      <TextArea
        label="説明(任意)"
        rows={3}
        maxCharacters={MAX_CLASSROOM_DESCRIPTION_LENGTH}
        error={errors.description?.message}
        {...register('description')}
      />
      <InterestChips form={form} categories={categories} />
      <p className={styles.minutes}>
        <span>
          <Icon icon={Clock} size={16} />
          時間
        </span>
        {CLASSROOM_MINUTES}分(固定)
      </p>
      <Checkbox label="ホストが承認した人だけが発言できるようにする" {...register('audienceMode')} />
    </div>
  );
}

function StartField({ form, isStartFixed }: Pick<ClassroomFieldsProps, 'form'> & { isStartFixed: boolean }) {
  const [openedAt] = useState(() => new Date());
  const start = isStartFixed
    ? { disabled: true, value: form.getValues('startAt'), hint: '開始した教室の日時は変更できません。' }
    : form.register('startAt');
  return (
    <DateTimeField
      {...start}
      label="開始日時"
      error={form.formState.errors.startAt?.message}
      min={openedAt}
      max={addHours(openedAt, MAX_DAYS_AHEAD * 24)}
    />
  );
}

/** Who may join, as two choices and the sentence that they add up to. */
function Audience({
  form: { control, register },
  isAllUsersForced,
}: Pick<ClassroomFieldsProps, 'form' | 'isAllUsersForced'>) {
  const [allUsers, privateMode] = useWatch({ control, name: ['allUsers', 'privateMode'] });
  const label = '25歳以上の方と、ログインしていない方も参加できるようにする';
  return (
    <fieldset>
      <legend className={styles.legend}>だれが参加できますか</legend>
      <p aria-live="polite" className={styles.sentence}>
        {audienceSentence({ allUsers: allUsers || isAllUsersForced, privateMode })}
      </p>
      {isAllUsersForced ? (
        <Checkbox
          label={label}
          hint="プロフェッショナル以外の25歳以上の方は、常にオンになります。"
          checked
          disabled
          readOnly
        />
      ) : (
        <Checkbox label={label} {...register('allUsers')} />
      )}
      <Checkbox label="URLを知っている人だけが参加できるようにする" {...register('privateMode')} />
    </fieldset>
  );
}
