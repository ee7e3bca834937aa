import type { SignedInMe } from '@manabiba/shared/contract/users';
import { updateMe } from '@manabiba/shared/data/endpoints';
import { callEndpoint, isApiError, uploadFile } from '@manabiba/shared/platform';
import { useEffect, useRef, useState } from 'react';

import { useTextForm } from '../../core/use-text-form';

/** What happens to the avatar when the form is saved. */
export type AvatarChange = { kind: 'kept' } | { kind: 'removed' } | { kind: 'new'; picture: Blob; url: string };

const textsOf = ({ nickname, job, introduction }: SignedInMe) => ({ nickname, job, introduction });

/**
 * The form of the user's own profile. A failure loses nothing: the input is kept, and an image that has been uploaded
 * is not sent again.
 */
export function useProfileForm(me: SignedInMe) {
  const [saved, setSaved] = useState(me);
  const [avatar, setAvatar] = useState<AvatarChange>({ kind: 'kept' });
  const upload = useAvatarUpload();
  useObjectUrl(avatar.kind === 'new' ? avatar.url : undefined);
  const form = useTextForm({
    initial: textsOf(me),
    others: ['avatarUploadId'],
    onSend: async (_texts, changed) => {
      const answer = await callEndpoint(updateMe, { body: { ...changed, ...(await upload.bodyOf(avatar)) } }).catch(
        (error: unknown) => {
          if (isApiError(error) && error.fields.avatarUploadId) upload.forget();
          throw error;
        },
      );
      setSaved(answer);
      // Another picture may have been chosen meanwhile.
      setAvatar((now) => (now === avatar ? { kind: 'kept' } : now));
      return textsOf(answer);
    },
  });
  /** The profile as others will see it. */
  const preview = {
    ...saved,
    ...form.values,
    avatarUrl: avatar.kind === 'new' ? avatar.url : avatar.kind === 'removed' ? null : saved.avatarUrl,
  };
  return { ...form, setAvatar, preview, isDirty: form.isDirty || avatar.kind !== 'kept' };
}

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
