import type { Category } from '@manabiba/shared/contract/categories';
import { MAX_INTERESTS } from '@manabiba/shared/contract/limits';
import { FieldError } from '@manabiba/shared/ui/field';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import type { ClassroomFormValues } from './classroom-form.schema';

import styles from './classroom-form.module.css';

/** Up to five interests of the chosen category; renders nothing if it has none. */
export function InterestChips({
  form,
  categories,
}: {
  form: UseFormReturn<ClassroomFormValues>;
  categories: Category[];
}) {
  const {
    control,
    register,
    formState: { errors },
  } = form;
  const [categoryId, chosen] = useWatch({ control, name: ['categoryId', 'interestIds'] });
  const interests = categories.find(({ id }) => id === categoryId)?.interests ?? [];
  if (interests.length === 0) return null;
  const isFull = chosen.length >= MAX_INTERESTS;
  return (
    <fieldset>
      <legend className={styles.legend}>
        興味(任意)
        <small>
          {chosen.length} / {MAX_INTERESTS}
        </small>
      </legend>
      <div className={styles.chips}>
        {interests.map(({ id, name }) => (
          <label key={id} className={styles.chip}>
            <input type="checkbox" value={id} disabled={isFull && !chosen.includes(id)} {...register('interestIds')} />
            {name}
          </label>
        ))}
      </div>
      {errors.interestIds?.message && <FieldError>{errors.interestIds.message}</FieldError>}
    </fieldset>
  );
}
