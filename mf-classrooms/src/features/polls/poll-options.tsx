import type { PollBody } from '@manabiba/shared/contract/classroom-polls';
import { MAX_POLL_OPTION_LENGTH, MAX_POLL_OPTIONS, MIN_POLL_OPTIONS } from '@manabiba/shared/contract/limits';
import { Button } from '@manabiba/shared/ui/button';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { FieldError } from '@manabiba/shared/ui/field';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Plus, X } from 'lucide-react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';

import type { PollValues } from './poll-form.schema';

import styles from './polls.module.css';

interface PollOptionsProps {
  form: UseFormReturn<PollValues, unknown, PollBody>;
  errorOf: (name: string) => string | undefined;
}

const yesOrNo = [
  { text: 'はい', isCorrect: false },
  { text: 'いいえ', isCorrect: false },
];

/** The options of a choice, each of which may be a right answer. */
export function PollOptions({ form, errorOf }: PollOptionsProps) {
  const { fields, append, remove, replace } = useFieldArray({ control: form.control, name: 'options' });
  const error = errorOf('options.root') ?? errorOf('options');
  const isUntouched = form.watch('options').every(({ text }) => text === '');
  return (
    <fieldset className={styles.options}>
      <legend className={styles.legend}>選択肢</legend>
      {fields.map((row, place) => (
        <div key={row.id} className={styles.optionRow}>
          <TextField
            label={`選択肢${place + 1}`}
            isLabelHidden
            placeholder={`選択肢${place + 1}`}
            maxLength={MAX_POLL_OPTION_LENGTH}
            error={errorOf(`options.${place}`)}
            {...form.register(`options.${place}.text`, { onChange: () => form.clearErrors('options') })}
          />
          <Checkbox label="正解" {...form.register(`options.${place}.isCorrect`)} />
          {fields.length > MIN_POLL_OPTIONS && (
            <IconButton label={`選択肢${place + 1}を外す`} onClick={() => remove(place)}>
              <Icon icon={X} />
            </IconButton>
          )}
        </div>
      ))}
      {error && <FieldError>{error}</FieldError>}
      <div className={styles.actions}>
        {fields.length < MAX_POLL_OPTIONS && (
          <Button size="small" icon={<Icon icon={Plus} />} onClick={() => append({ text: '', isCorrect: false })}>
            選択肢を増やす
          </Button>
        )}
        {isUntouched && (
          <Button size="small" onClick={() => replace(yesOrNo)}>
            「はい」と「いいえ」
          </Button>
        )}
      </div>
      <p className={styles.soft}>正解を付けるとクイズになります。正解は、結果と一緒に公開されます。</p>
    </fieldset>
  );
}
