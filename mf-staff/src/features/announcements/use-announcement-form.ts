import type { Announcement } from '@manabiba/shared/contract/announcements';
import { createAnnouncement } from '@manabiba/shared/data/endpoints';
import { parseDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { showMessageFor, toast, useEndpointMutation, useUser } from '@manabiba/shared/platform';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

const schema = z.object({
  title: z.string().check(z.trim(), z.minLength(1, { error: '題名を入力してください。' })),
  body: z.string().check(z.trim()),
  url: z.string().check(z.regex(/^\/(?![/\\])/, { error: 'まなびばの中のページを、/ から入力してください。' })),
  /** Empty: at once. */
  dueAt: z
    .string()
    .check(
      z.refine((typed) => typed.trim() === '' || parseDateTimeInput(typed) !== null, {
        error: '2026/11/24 10:00 のように入力してください。',
      }),
    ),
});
type Draft = z.output<typeof schema>;
const empty: Draft = { title: '', body: '', url: '/', dueAt: '' };

/** An announcement to an audience. */
function announcementOf({ dueAt, ...draft }: Draft, audience: string): Announcement {
  const due = parseDateTimeInput(dueAt);
  return { audience, ...draft, ...(due && { dueAt: due.toISOString() }) };
}

/** An announcement as it is typed. It stays when a call fails, and after a test to oneself. */
export function useAnnouncementForm(audience: string) {
  const me = useUser();
  const [isAsking, setIsAsking] = useState(false);
  const { run, isRunning } = useEndpointMutation(createAnnouncement);
  const { form, field, isDirty, handleSubmit, submitWith } = useEndpointForm({
    defaultValues: empty,
    schema,
    onRefusal: showMessageFor,
    onSend: async () => setIsAsking(true),
  });
  const draft = useWatch({ control: form.control }) as Draft;
  const confirm = submitWith(async (typed) => {
    await run({ body: announcementOf(typed, audience) }).finally(() => setIsAsking(false));
    toast.success(typed.dueAt === '' ? '送りはじめました。' : '予約しました。');
    return empty;
  });
  const sendToMyself = submitWith(async (typed) => {
    await run({ body: announcementOf({ ...typed, dueAt: '' }, me.id) });
    toast.success('自分あてに送りました。');
  });

  return {
    draft,
    field,
    isDirty,
    isAsking,
    isRunning,
    /** Null sends at once. */
    dueAt: parseDateTimeInput(draft.dueAt),
    handleSubmit,
    sendToMyself: () => sendToMyself(),
    cancel: () => setIsAsking(false),
    confirm: () => confirm(),
  };
}

export type AnnouncementDraft = ReturnType<typeof useAnnouncementForm>;
