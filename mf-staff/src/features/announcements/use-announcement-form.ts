import type { Announcement } from '@manabiba/shared/contract/announcements';
import { createAnnouncement } from '@manabiba/shared/data/endpoints';
import { parseDateTimeInput } from '@manabiba/shared/format/date-time';
import { toast, useEndpointMutation, useUser } from '@manabiba/shared/platform';
import { type FormEvent, useState } from 'react';

import { fieldErrorsOf } from '../../core/field-errors';

const fields = ['title', 'body', 'url', 'dueAt'] as const;
const empty = { title: '', body: '', url: '/', dueAt: '' };
type Draft = typeof empty;
type Errors = Partial<Record<keyof Draft, string>>;

function errorsOf({ title, url, dueAt }: Draft): Errors {
  return {
    ...(title.trim() === '' && { title: '題名を入力してください。' }),
    ...(!/^\/(?![/\\])/.test(url) && { url: 'まなびばの中のページを、/ から入力してください。' }),
    ...(dueAt.trim() !== '' && !parseDateTimeInput(dueAt) && { dueAt: '2026/11/24 10:00 のように入力してください。' }),
  };
}

/** What is sent to an audience. */
function announcementOf({ title, body, url, dueAt }: Draft, audience: string): Announcement {
  const due = parseDateTimeInput(dueAt);
  return { audience, title: title.trim(), body: body.trim(), url, ...(due && { dueAt: due.toISOString() }) };
}

/** An announcement as it is typed. It stays when a call fails, and after a test to oneself. */
export function useAnnouncementForm(audience: string) {
  const me = useUser();
  const [draft, setDraft] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const [isAsking, setIsAsking] = useState(false);
  const { run, isRunning } = useEndpointMutation(createAnnouncement);

  function isComplete(): boolean {
    const found = errorsOf(draft);
    setErrors(found);
    return Object.keys(found).length === 0;
  }

  async function send(announcement: Announcement, done: string): Promise<void> {
    try {
      await run({ body: announcement });
      toast.success(done);
      if (announcement.audience !== me.id) setDraft(empty);
    } catch (error) {
      setErrors(fieldErrorsOf(error, fields));
    }
    setIsAsking(false);
  }

  return {
    draft,
    errors,
    isAsking,
    isRunning,
    /** Null sends at once. */
    dueAt: parseDateTimeInput(draft.dueAt),

    change(changes: Partial<Draft>) {
      setDraft({ ...draft, ...changes });
      setErrors({});
    },
    sendToMyself() {
      if (isComplete()) void send(announcementOf({ ...draft, dueAt: '' }, me.id), '自分あてに送りました。');
    },
    handleSubmit(event: FormEvent) {
      event.preventDefault();
      if (isComplete()) setIsAsking(true);
    },
    cancel: () => setIsAsking(false),
    confirm: () =>
      void send(announcementOf(draft, audience), draft.dueAt === '' ? '送りはじめました。' : '予約しました。'),
  };
}

export type AnnouncementDraft = ReturnType<typeof useAnnouncementForm>;
