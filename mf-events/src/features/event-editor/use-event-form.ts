import { zodResolver } from '@hookform/resolvers/zod';
import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import { getOrganizedEvent, updateEvent } from '@manabiba/shared/data/endpoints';
import { markFields } from '@manabiba/shared/forms/mark-fields';
import { callEndpoint, isApiError, useEndpointMutation } from '@manabiba/shared/platform';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';

import { failureSentence } from '../../core/organizing/form-errors';
import {
  differentFields,
  type EventField,
  eventFormSchema,
  type EventFormValues,
  eventValues,
  toEventChanges,
} from './event-form.schema';
import { type Cover, useCover } from './use-cover';

/** An edit conflict: fields changed both here and by another user or window. */
export interface EditConflict {
  latest: OrganizedEventDetail;
  fields: readonly EventField[];
}

/** Resets the form to the saved state, except for the input in these fields. */
function resetTo(
  form: UseFormReturn<EventFormValues>,
  event: OrganizedEventDetail,
  typedFields: readonly EventField[],
) {
  const typed = form.getValues();
  form.reset(eventValues(event));
  for (const name of typedFields) form.setValue(name, typed[name], { shouldDirty: true });
}

/** Returns the fields changed only here. */
const onlyMine = (form: UseFormReturn<EventFormValues>, base: OrganizedEventDetail, { fields }: EditConflict) =>
  differentFields(form.getValues(), eventValues(base)).filter((name) => !fields.includes(name));

/** Marks the fields that a refusal names. Returns the remaining message when no field is to blame. */
function markFailure(form: UseFormReturn<EventFormValues>, cover: Cover, error: unknown): string | null {
  if (!isApiError(error)) throw error;
  const coverError = error.fields.coverUploadId;
  if (coverError) cover.refuse(coverError);
  return markFields(form, error) || coverError ? null : failureSentence(error);
}

/** Returns the newer event when the update was refused because of a conflict; rethrows any other refusal. */
async function latestAfter(error: unknown, { id, updatedAt }: OrganizedEventDetail): Promise<OrganizedEventDetail> {
  if (!isApiError(error) || error.code !== 'conflict') throw error;
  const latest = await callEndpoint(getOrganizedEvent, { params: { id } });
  if (latest.updatedAt === updatedAt) throw error;
  return latest;
}

/** Fields with the same new value on both sides are no conflict: theirs may be an own save whose answer was lost. */
function changedByBoth(base: OrganizedEventDetail, mine: EventFormValues, theirs: EventFormValues): EventField[] {
  const changedByThem = differentFields(theirs, eventValues(base));
  const stillDifferent = differentFields(mine, theirs);
  return differentFields(mine, eventValues(base)).filter(
    (name) => changedByThem.includes(name) && stillDifferent.includes(name),
  );
}

/**
 * The form of an event. Only changed fields are sent, with the version they are based on: concurrent changes are
 * merged, and conflicts in the same field are left to the user. A failure never loses input.
 */
export function useEventForm(event: OrganizedEventDetail) {
  const [base, setBase] = useState(event);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  const cover = useCover(base.imageUrl);
  const { run, isRunning } = useEndpointMutation(updateEvent);
  const form = useForm<EventFormValues>({
    defaultValues: eventValues(base),
    mode: 'onTouched',
    resolver: zodResolver(eventFormSchema({ isPublished: event.state !== 'draft' })),
  });

  /** `typed` is the input that `values` were parsed from, which may have spaces that they lack. */
  async function send(values: EventFormValues, typed: EventFormValues, from: OrganizedEventDetail) {
    const body = { ...toEventChanges(values, differentFields(values, eventValues(base))), ...(await cover.bodyOf()) };
    const saved = await run({ params: { id: event.id }, body: { ...body, basedOn: from.updatedAt } });
    cover.settle();
    setBase(saved);
    // Input typed during the request is kept.
    resetTo(form, saved, differentFields(form.getValues(), typed));
    setConflict(null);
    setSavedAt(new Date());
  }

  /** Someone else saved first: changes to other fields are resent on top of theirs. */
  async function settleConflict(values: EventFormValues, typed: EventFormValues, error: unknown) {
    const latest = await latestAfter(error, base);
    const fields = changedByBoth(base, values, eventValues(latest));
    if (fields.length > 0) setConflict({ latest, fields });
    else await send(values, typed, latest);
  }

  async function attempt(act: () => Promise<void>) {
    setMessage(null);
    await act().catch((error: unknown) => setMessage(markFailure(form, cover, error)));
  }

  const submit = form.handleSubmit((values) => {
    const typed = { ...form.getValues() };
    return attempt(() => send(values, typed, base).catch((error: unknown) => settleConflict(values, typed, error)));
  });

  return {
    form,
    cover,
    base,
    savedAt,
    message,
    conflict,
    isSaving: isRunning || form.formState.isSubmitting,
    isDirty: form.formState.isDirty || cover.isDirty,
    submit: () => void submit(),
    /** Keeps the local values over those of the other window. */
    overwrite: () => {
      if (!conflict) return;
      void form.handleSubmit((values) => attempt(() => send(values, { ...form.getValues() }, conflict.latest)))();
    },
    /** Takes the other window's values; local changes to other fields are kept. */
    takeLatest: () => {
      if (!conflict) return;
      setBase(conflict.latest);
      resetTo(form, conflict.latest, onlyMine(form, base, conflict));
      setConflict(null);
    },
  };
}
export type EventForm = ReturnType<typeof useEventForm>;
