import { MAX_INTRODUCTION_LENGTH, MAX_JOB_LENGTH, MAX_NICKNAME_LENGTH } from '@manabiba/shared/contract/limits';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { useFormFill } from '@manabiba/shared/platform';
import { SaveFoot, SettingBody } from '@manabiba/shared/ui/setting-card';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useEffect } from 'react';

import { AvatarField } from './avatar-field';
import { CropDialog } from './crop-dialog';
import { usePictureChoice } from './use-picture-choice';
import { useProfileForm } from './use-profile-form';

import styles from './profile-settings.module.css';

interface ProfileFormProps {
  me: SignedInMe;
  /** Called with the profile as others will see it. */
  onChange: (draft: SignedInMe) => void;
}

/** Changes image, name, job and introduction. */
export function ProfileForm({ me, onChange }: ProfileFormProps) {
  const form = useProfileForm(me);
  const choice = usePictureChoice(form.setAvatar);
  const { draft } = form;
  useEffect(() => onChange(draft), [draft, onChange]);
  return (
    <>
      <SettingBody
        onSubmit={form.handleSubmit}
        onInput={useFormFill('form_fill_profile')}
        foot={<SaveFoot {...form} />}
      >
        <div className={styles.fields}>
          <AvatarField
            person={draft}
            error={choice.problem ?? form.errorOf('avatarUploadId')}
            onChoose={(file) => void choice.choose(file)}
            onRemove={() => form.setAvatar({ kind: 'removed' })}
          />
          <WordFields field={form.field} isChild={!me.canCommunicateAge} />
        </div>
      </SettingBody>
      {/* Not inside the form: Enter in it would send that. */}
      {choice.source && (
        <CropDialog
          source={choice.source}
          onClose={choice.close}
          onCropped={choice.handleCropped}
          onBroken={choice.handleBroken}
          onTooSmall={choice.handleTooSmall}
        />
      )}
      <LeaveGuard isDirty={form.isDirty} />
    </>
  );
}

/** The text fields. Children have no introduction. */
function WordFields({ field, isChild }: { field: ReturnType<typeof useProfileForm>['field']; isChild: boolean }) {
  return (
    <>
      <TextField
        label="ニックネーム"
        autoComplete="nickname"
        maxCharacters={MAX_NICKNAME_LENGTH}
        {...field('nickname')}
      />
      <TextField
        label="職業(任意)"
        autoComplete="organization-title"
        maxCharacters={MAX_JOB_LENGTH}
        {...field('job')}
      />
      {isChild ? (
        <p className={styles.hint}>
          年齢により、自己紹介は登録できません。ほかの人には、ニックネームと画像だけが表示されます。
        </p>
      ) : (
        <TextArea label="自己紹介(任意)" rows={6} maxCharacters={MAX_INTRODUCTION_LENGTH} {...field('introduction')} />
      )}
    </>
  );
}
