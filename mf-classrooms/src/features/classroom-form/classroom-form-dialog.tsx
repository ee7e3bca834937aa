import { zodResolver } from '@hookform/resolvers/zod';
import type { Category } from '@manabiba/shared/contract/categories';
import { formatDateTimeInput } from '@manabiba/shared/format/date-time';
import { type ApiError, isApiError, toast } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { useForm } from 'react-hook-form';

import { ClassroomFields } from './classroom-fields';
import { classroomFormSchema, type ClassroomFormValues } from './classroom-form.schema';
import type { StartTiming } from './timing/start-timing';

interface ClassroomFormDialogProps {
  title: string;
  submitLabel: string;
  categories: Category[];
  initialValues: ClassroomFormValues;
  /** The start of an existing classroom; unchanged, it may lie in the past. */
  keptStart?: string;
  isAllUsersForced: boolean;
  isStartFixed?: boolean;
  timing?: StartTiming;
  /** Sends the form. Rejections are shown; the input is kept. */
  onSubmit: (values: ClassroomFormValues) => Promise<void>;
  /** Whether anything has been changed. */
  onInput?: () => void;
  /** Returns the message for an error that is not about the input. */
  failureSentence: (error: ApiError) => string;
  onClose: () => void;
}

/**
 * How long the error of a field that loses the focus waits, in milliseconds: it moves the fields below, away from under
 * the press that took the focus.
 */
const ERROR_DELAY_MS = 300;

/** The dialog of the classroom form. Asks for confirmation before closing with unsaved changes. */
export function ClassroomFormDialog(props: ClassroomFormDialogProps) {
  const {
    title,
    submitLabel,
    categories,
    initialValues,
    keptStart,
    isAllUsersForced,
    isStartFixed,
    timing,
    onSubmit,
    onInput,
    failureSentence,
    onClose,
  } = props;
  const form = useForm<ClassroomFormValues>({
    defaultValues: initialValues,
    mode: 'onTouched',
    delayError: ERROR_DELAY_MS,
    resolver: zodResolver(classroomFormSchema({ now: () => new Date(), keptStart })),
  });
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.code === 'invalid' ? error.message : failureSentence(error));
      if (error.code === 'invalid') markFields(error.fields);
    }
  });

  function markFields(fields: Readonly<Record<string, string>>) {
    const names = Object.keys(initialValues) as (keyof ClassroomFormValues)[];
    const wrong = names.filter((name) => fields[name] !== undefined);
    wrong.forEach((name, index) => form.setError(name, { message: fields[name] }, { shouldFocus: index === 0 }));
  }

  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isDirty={isDirty}
      isSubmitting={isSubmitting}
      onInput={onInput}
      onSubmit={(event) => {
        // Hidden, and filled in at the last moment: any earlier one would be past.
        if (timing?.isNow) form.setValue('startAt', formatDateTimeInput(new Date()));
        void submit(event);
      }}
      onClose={onClose}
    >
      <ClassroomFields
        form={form}
        categories={categories}
        isAllUsersForced={isAllUsersForced}
        isStartFixed={isStartFixed}
        timing={timing}
      />
    </FormDialog>
  );
}
