import { MAX_EVENT_SPEAKERS } from '@manabiba/shared/contract/limits';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Button } from '@manabiba/shared/ui/button';
import { FieldError } from '@manabiba/shared/ui/field';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { UserPlus, X } from 'lucide-react';
import { useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import type { EventFormValues } from './event-form.schema';

import styles from './event-editor.module.css';

interface SpeakersFieldProps {
  form: UseFormReturn<EventFormValues>;
  onAdd: () => void;
}

/** The speakers of an event, with controls to add and remove them. */
export function SpeakersField({ form, onAdd }: SpeakersFieldProps) {
  const speakers = useWatch({ control: form.control, name: 'speakers' });
  const error = form.formState.errors.speakers;
  const id = useId();
  const remove = (gone: string) =>
    form.setValue(
      'speakers',
      speakers.filter((speaker) => speaker.id !== gone),
      { shouldDirty: true, shouldValidate: true },
    );
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className={styles.label}>
        話す人(任意)
      </p>
      <ul className={styles.speakers}>
        {speakers.map((speaker) => (
          <li key={speaker.id} className={styles.speaker}>
            <Avatar person={speaker} size={32} />
            <span>{speaker.nickname}</span>
            <IconButton label={`${speaker.nickname}を外す`} onClick={() => remove(speaker.id)}>
              <Icon icon={X} size={16} />
            </IconButton>
          </li>
        ))}
        {speakers.length < MAX_EVENT_SPEAKERS && (
          <li>
            <Button variant="ghost" size="small" icon={<Icon icon={UserPlus} size={16} />} onClick={onAdd}>
              追加する
            </Button>
          </li>
        )}
      </ul>
      {error && <FieldError>{error.message ?? '話す人を選び直してください。'}</FieldError>}
    </div>
  );
}
