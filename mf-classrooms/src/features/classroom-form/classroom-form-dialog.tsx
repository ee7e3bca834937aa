import type { Category } from '@manabiba/shared/contract/categories';
import { formatDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { type ApiError, isApiError, toast } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';

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

/** The fields move when an error appears. */
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
  const { form, isDirty, isSending, handleSubmit } = useEndpointForm<ClassroomFormValues>({
    defaultValues: initialValues,
    mode: 'onTouched',
    delayError: ERROR_DELAY_MS,
    schema: classroomFormSchema({ now: () => new Date(), keptStart }),
    onSend: (values) =>
      onSubmit(values).catch((error: unknown) => {
        // Also for errors of fields, which may be above what is on screen.
        if (isApiError(error)) toast.error(error.code === 'invalid' ? error.message : failureSentence(error));
        throw error;
      }),
    onRefusal: () => undefined,
  });

  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isDirty={isDirty}
      isSubmitting={isSending}
      onInput={onInput}
      onSubmit={(event) => {
        // Hidden, and filled in at the last moment: any earlier one would be past.
        if (timing?.isNow) form.setValue('startAt', formatDateTimeInput(new Date()));
        handleSubmit(event);
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
