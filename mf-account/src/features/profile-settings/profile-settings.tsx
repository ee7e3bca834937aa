import { Link, paths, useFormFill, useUser } from '@manabiba/shared/platform';
import { FieldError } from '@manabiba/shared/ui/field';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import type { FormEvent } from 'react';
import { focusFirstError } from '../../core/focus-first-error';
import { LeaveGuard } from '../../core/leave-guard';
import { SaveFoot, SettingCard } from '../../core/setting-card';
import { SettingsFrame } from '../../core/settings-frame';
import { AvatarField } from './avatar-field';
import { CropDialog } from './crop-dialog';
import { ProfilePreview } from './profile-preview';
import styles from './profile-settings.module.css';
import { usePictureChoice } from './use-picture-choice';
import { useProfileForm } from './use-profile-form';

/** What somebody shows of themselves, and how it will look. */
export function ProfileSettings() {
  const me = useUser();
  const form = useProfileForm(me);
  const choice = usePictureChoice(form.setAvatar);
  const isChild = !me.canCommunicateAge;

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (form.isDirty && !form.isSaving && !(await form.save())) focusFirstError(element);
  };

  const card = (
    <SettingCard id="profile" title="プロフィール" onSubmit={(event) => void handleSubmit(event)} onInput={useFormFill('form_fill_profile')} foot={<SaveFoot {...form} />}>
      <div className={styles.fields}>
        <AvatarField
          person={form.preview} error={choice.problem ?? form.errors.avatarUploadId}
          onChoose={choice.choose} onRemove={() => form.setAvatar({ kind: 'removed' })}
        />
        <TextField
          label="ニックネーム" autoComplete="nickname" maxCharacters={20} value={form.texts.nickname} error={form.errors.nickname}
          onChange={(event) => form.setText('nickname', event.target.value)}
        />
        <TextField
          label="職業(任意)" autoComplete="organization-title" maxCharacters={50} value={form.texts.job} error={form.errors.job}
          onChange={(event) => form.setText('job', event.target.value)}
        />
        {isChild
          ? <p className={styles.hint}>年齢により、自己紹介は登録できません。ほかの人には、ニックネームと画像だけが表示されます。</p>
          : (
            <TextArea
              label="自己紹介(任意)" rows={6} maxCharacters={500} value={form.texts.introduction} error={form.errors.introduction}
              onChange={(event) => form.setText('introduction', event.target.value)}
            />
          )}
        {form.message && <FieldError>{form.message}</FieldError>}
      </div>
    </SettingCard>
  );
  const preview = (
    <SettingCard id="preview" title="ほかの人からの見え方">
      <ProfilePreview person={form.preview} isReduced={isChild} />
      <p className={styles.more}><Link className={textLinkClass} to={paths.user.href({ id: me.id })}>マイプロフィールを見る</Link></p>
    </SettingCard>
  );
  return (
    <>
      <SettingsFrame
        title="プロフィール設定"
        sections={[{ id: 'profile', title: 'プロフィール', content: card }, { id: 'preview', title: 'ほかの人からの見え方', content: preview }]}
      />
      {/* Not inside the form: Enter in it would send that. */}
      {choice.source && <CropDialog source={choice.source} onClose={choice.close} onCropped={choice.handleCropped} onBroken={choice.handleBroken} />}
      <LeaveGuard isDirty={form.isDirty} />
    </>
  );
}
