import type { SignedInMe } from '@manabiba/shared/contract/users';
import { updateMe } from '@manabiba/shared/data/endpoints';
import { callEndpoint, isApiError, uploadFile } from '@manabiba/shared/platform';
import { useEffect, useRef, useState } from 'react';

const names = ['nickname', 'job', 'introduction'] as const;
type Texts = Pick<SignedInMe, (typeof names)[number]>;

/** What becomes of the picture when the form is saved. */
export type AvatarChange = { kind: 'kept' } | { kind: 'removed' } | { kind: 'new'; picture: Blob; url: string };

const textsOf = ({ nickname, job, introduction }: SignedInMe): Texts => ({ nickname, job, introduction });

/**
 * The form of one's own profile. Nothing is lost by a failure: what was typed stays, and a picture that has arrived is
 * not sent a second time.
 */
export function useProfileForm(me: SignedInMe) {
  const [saved, setSaved] = useState(me);
  const [texts, setTexts] = useState(textsOf(me));
  const [avatar, setAvatar] = useState<AvatarChange>({ kind: 'kept' });
  const [status, setStatus] = useState<{ isSaving: boolean; isSaved: boolean; errors: Readonly<Record<string, string>>; message: string | null }>({ isSaving: false, isSaved: false, errors: {}, message: null });
  const uploaded = useRef<{ picture: Blob; id: string }>(undefined);
  useObjectUrl(avatar.kind === 'new' ? avatar.url : undefined);

  const changed = Object.fromEntries(names.filter((name) => texts[name] !== saved[name]).map((name) => [name, texts[name]])) as Partial<Texts>;
  const isDirty = Object.keys(changed).length > 0 || avatar.kind !== 'kept';

  const uploadIdOf = async (change: AvatarChange): Promise<{ avatarUploadId?: string | null }> => {
    if (change.kind === 'kept') return {};
    if (change.kind === 'removed') return { avatarUploadId: null };
    if (uploaded.current?.picture !== change.picture) uploaded.current = { picture: change.picture, id: await uploadFile('avatar', change.picture) };
    return { avatarUploadId: uploaded.current.id };
  };

  /** Resolves to whether everything has been saved. */
  const save = async (): Promise<boolean> => {
    setStatus({ isSaving: true, isSaved: false, errors: {}, message: null });
    try {
      const answer = await callEndpoint(updateMe, { body: { ...changed, ...await uploadIdOf(avatar) } });
      setSaved(answer);
      setTexts(textsOf(answer));
      setAvatar({ kind: 'kept' });
      setStatus({ isSaving: false, isSaved: true, errors: {}, message: null });
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.fields.avatarUploadId) uploaded.current = undefined;
      const isAtField = Object.keys(error.fields).some((field) => field !== 'size');
      setStatus({ isSaving: false, isSaved: false, errors: error.fields, message: isAtField ? null : error.message });
      return false;
    }
  };

  /** The person as others will see them. */
  const preview = { ...saved, ...texts, avatarUrl: avatar.kind === 'new' ? avatar.url : avatar.kind === 'removed' ? null : saved.avatarUrl };
  const setText = (name: keyof Texts, value: string) => setTexts((former) => ({ ...former, [name]: value }));
  return { texts, setText, setAvatar, preview, isDirty, save, ...status };
}

/** Lets the browser forget a picture that is no longer on show. */
function useObjectUrl(url: string | undefined): void {
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);
}
