import { updateMe as updateMeContract } from '@manabiba/shared/contract/account';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { updateMe } from '@manabiba/shared/data/endpoints';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { callEndpoint, isApiError, uploadFile } from '@manabiba/shared/platform';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

/** What happens to the avatar when the form is saved. */
export type AvatarChange = { kind: 'kept' } | { kind: 'removed' } | { kind: 'new'; picture: Blob; url: string };

const names = ['nickname', 'job', 'introduction'] as const;
const schema = z.required(z.pick(updateMeContract.body, { nickname: true, job: true, introduction: true }));
type Texts = z.output<typeof schema>;

const textsOf = ({ nickname, job, introduction }: SignedInMe): Texts => ({ nickname, job, introduction });

/**
 * The form of the user's own profile. A failure loses nothing: the input is kept, and an image that has been uploaded
 * is not sent again.
 */
export function useProfileForm(me: SignedInMe) {
  const [saved, setSaved] = useState(me);
  const [avatar, setAvatar] = useState<AvatarChange>({ kind: 'kept' });
  const upload = useAvatarUpload();
  useObjectUrl(avatar.kind === 'new' ? avatar.url : undefined);
  const form = useEndpointForm({
    defaultValues: textsOf(me),
    schema,
    otherFields: ['avatarUploadId'],
    onSend: async (texts) => {
      const body = { ...changesOf(texts, saved), ...(await upload.bodyOf(avatar)) };
      const answer = await callEndpoint(updateMe, { body }).catch((error: unknown) => {
        if (isApiError(error) && error.fields.avatarUploadId) upload.forget();
        throw error;
      });
      setSaved(answer);
      setAvatar({ kind: 'kept' });
      return textsOf(answer);
    },
  });
  const [nickname, job, introduction] = useWatch({ control: form.form.control, name: names });
  const avatarUrl = avatar.kind === 'new' ? avatar.url : avatar.kind === 'removed' ? null : saved.avatarUrl;
  /** The profile as others will see it. */
  const draft = useMemo(
    () => ({ ...saved, nickname, job, introduction, avatarUrl }),
    [saved, nickname, job, introduction, avatarUrl],
  );
  return { ...form, setAvatar, draft, isDirty: form.isDirty || avatar.kind !== 'kept' };
}

/** The texts that differ from what is saved. */
const changesOf = (texts: Texts, saved: SignedInMe): Partial<Texts> =>
  Object.fromEntries(names.filter((name) => texts[name] !== saved[name]).map((name) => [name, texts[name]]));

/** Uploads an image once, even if saving is retried. */
function useAvatarUpload() {
  const uploaded = useRef<{ picture: Blob; id: string }>(undefined);
  const bodyOf = async (change: AvatarChange): Promise<{ avatarUploadId?: string | null }> => {
    if (change.kind === 'kept') return {};
    if (change.kind === 'removed') return { avatarUploadId: null };
    if (uploaded.current?.picture !== change.picture)
      uploaded.current = { picture: change.picture, id: await uploadFile('avatar', change.picture) };
    return { avatarUploadId: uploaded.current.id };
  };
  const forget = () => {
    uploaded.current = undefined;
  };
  return { bodyOf, forget };
}

/** Revokes the object URL of an image that is no longer shown. */
function useObjectUrl(url: string | undefined): void {
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);
}
