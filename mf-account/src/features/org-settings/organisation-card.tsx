import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Link, paths } from '@manabiba/shared/platform';
import { FieldError } from '@manabiba/shared/ui/field';
import { TextField } from '@manabiba/shared/ui/text-field';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { type FormEvent, useEffect, useEffectEvent } from 'react';
import { focusFirstError } from '../../core/focus-first-error';
import { SaveFoot, SettingCard } from '../../core/setting-card';
import styles from './org-settings.module.css';
import { useOrgForm } from './use-org-form';

export interface OrgCardProps {
  id: string;
  organisation: NonNullable<SignedInMe['organisation']>;
  /** Told when something has been changed and not yet saved, and when it is saved. */
  onDirty: (isDirty: boolean) => void;
}

/** Tells the page whether a card waits to be saved. */
export function useDirtyNote(isDirty: boolean, onDirty: (isDirty: boolean) => void): void {
  const tell = useEffectEvent(onDirty);
  useEffect(() => tell(isDirty), [isDirty]);
}

/** Name and website of the organisation. */
export function OrganisationCard({ id, organisation, onDirty }: OrgCardProps) {
  const form = useOrgForm(organisation, ['orgName', 'orgUrl']);
  useDirtyNote(form.isDirty, onDirty);

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (!(await form.save())) focusFirstError(element);
  };
  return (
    <SettingCard id={id} title="団体情報" onSubmit={(event) => void handleSubmit(event)} foot={<SaveFoot {...form} />}>
      <div className={styles.fields}>
        <TextField
          label="団体名" autoComplete="organization" maxCharacters={60} value={form.texts.orgName} error={form.errors.orgName}
          onChange={(event) => form.setText('orgName', event.target.value)}
        />
        <TextField
          label="ウェブサイト(任意)" type="url" inputMode="url" autoComplete="url" placeholder="https://" value={form.texts.orgUrl} error={form.errors.orgUrl}
          onChange={(event) => form.setText('orgUrl', event.target.value)}
        />
        {form.message && <FieldError>{form.message}</FieldError>}
        <p className={styles.small}>画像、職業、自己紹介は<Link className={textLinkClass} to={paths.profileSettings.href()}>プロフィール設定</Link>で変更できます。</p>
      </div>
    </SettingCard>
  );
}
