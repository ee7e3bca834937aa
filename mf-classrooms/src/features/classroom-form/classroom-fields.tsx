import type { Category } from '@manabiba/shared/contract/categories';
import { CLASSROOM_MINUTES } from '@manabiba/shared/contract/classrooms';
import {
  MAX_CLASSROOM_DESCRIPTION_LENGTH,
  MAX_CLASSROOM_NAME_LENGTH,
  MAX_DAYS_AHEAD,
} from '@manabiba/shared/contract/limits';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { DateTimeField } from '@manabiba/shared/ui/date-time-field';
import { Icon } from '@manabiba/shared/ui/icon';
import { Select } from '@manabiba/shared/ui/select';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import type { ClassroomFormValues } from './classroom-form.schema';
import { InterestChips } from './interest-chips';

import styles from './classroom-form.module.css';

const DAY_MS = 86_400_000;

interface ClassroomFieldsProps {
  form: UseFormReturn<ClassroomFormValues>;
  categories: Category[];
  /** Whether allUsers is forced on, as for non-professional adults. */
  isAllUsersForced: boolean;
  /** Whether the class has begun. */
  isStartFixed?: boolean;
}

/** The form fields for creating and editing a classroom. */
export function ClassroomFields({ form, categories, isAllUsersForced, isStartFixed = false }: ClassroomFieldsProps) {
  const {
    register,
    formState: { errors },
  } = form;
  const [openedAt] = useState(() => new Date());
  // The form focuses the first invalid field in registration order.
  const name = register('name');
  const start = isStartFixed
    ? { disabled: true, value: form.getValues('startAt'), hint: '開始した教室の日時は変更できません。' }
    : register('startAt');
  return (
    <div className={styles.form}>
      <TextArea
        label="タイトル"
        isTitle
        maxCharacters={MAX_CLASSROOM_NAME_LENGTH}
        error={errors.name?.message}
        {...name}
      />
      <div className={styles.pair}>
        <DateTimeField
          {...start}
          label="開始日時"
          error={errors.startAt?.message}
          min={openedAt}
          max={new Date(openedAt.getTime() + MAX_DAYS_AHEAD * DAY_MS)}
        />
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
      <Audience form={form} isAllUsersForced={isAllUsersForced} />
    </div>
  );
}

function Audience({ form: { register }, isAllUsersForced }: Pick<ClassroomFieldsProps, 'form' | 'isAllUsersForced'>) {
  const label = '25歳以上の方と、ログインしていない方も参加できるようにする';
  return (
    <fieldset>
      <VisuallyHidden>
        <legend>参加できる人</legend>
      </VisuallyHidden>
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
      <Checkbox label="ホストが承認した人だけが発言できるようにする" {...register('audienceMode')} />
      <Checkbox label="URLを知っている人だけが参加できるようにする" {...register('privateMode')} />
    </fieldset>
  );
}
