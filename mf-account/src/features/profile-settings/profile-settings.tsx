import { MAX_INTRODUCTION_LENGTH, MAX_JOB_LENGTH, MAX_NICKNAME_LENGTH } from '@manabiba/shared/contract/limits';
import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { Link, paths, useFormFill, useUser } from '@manabiba/shared/platform';
import { SaveFoot, SettingCard } from '@manabiba/shared/ui/setting-card';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import { SettingsFrame } from '../../core/settings-frame';
import { AvatarField } from './avatar-field';
import { CropDialog } from './crop-dialog';
import { ProfilePreview } from './profile-preview';
import { usePictureChoice } from './use-picture-choice';
import { useProfileForm } from './use-profile-form';

import styles from './profile-settings.module.css';

/** The public profile of the signed-in user, with a preview of how others see it. */
export function ProfileSettings() {
  const me = useUser();
  const form = useProfileForm(me);
  const choice = usePictureChoice(form.setAvatar);
  const isChild = !me.canCommunicateAge;

  const card = (
    <SettingCard
      id="profile"
      title="プロフィール"
      onSubmit={form.handleSubmit}
      onInput={useFormFill('form_fill_profile')}
      foot={<SaveFoot {...form} />}
    >
      <div className={styles.fields}>
        <AvatarField
          person={form.preview}
          error={choice.problem ?? form.errors.avatarUploadId}
          onChoose={(file) => void choice.choose(file)}
          onRemove={() => form.setAvatar({ kind: 'removed' })}
        />
        <WordFields form={form} isChild={isChild} />
      </div>
    </SettingCard>
  );
  const preview = (
    <SettingCard id="preview" title="ほかの人からの見え方">
      <ProfilePreview person={form.preview} isReduced={isChild} />
      <p className={styles.more}>
        <Link className={textLinkClass} to={paths.user.href({ id: me.id })}>
          マイプロフィールを見る
        </Link>
      </p>
    </SettingCard>
  );
  return (
    <>
      <SettingsFrame
        title="プロフィール設定"
        sections={[
          { id: 'profile', title: 'プロフィール', content: card },
          { id: 'preview', title: 'ほかの人からの見え方', content: preview },
        ]}
      />
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
function WordFields({ form, isChild }: { form: ReturnType<typeof useProfileForm>; isChild: boolean }) {
  return (
    <>
      <TextField
        label="ニックネーム"
        autoComplete="nickname"
        maxCharacters={MAX_NICKNAME_LENGTH}
        {...form.field('nickname')}
      />
      <TextField
        label="職業(任意)"
        autoComplete="organization-title"
        maxCharacters={MAX_JOB_LENGTH}
        {...form.field('job')}
      />
      {isChild ? (
        <p className={styles.hint}>
          年齢により、自己紹介は登録できません。ほかの人には、ニックネームと画像だけが表示されます。
        </p>
      ) : (
        <TextArea
          label="自己紹介(任意)"
          rows={6}
          maxCharacters={MAX_INTRODUCTION_LENGTH}
          {...form.field('introduction')}
        />
      )}
    </>
  );
}
