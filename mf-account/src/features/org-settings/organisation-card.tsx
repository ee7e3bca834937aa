import { MAX_ORGANISATION_NAME_LENGTH } from '@manabiba/shared/contract/limits';
import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { Link, paths } from '@manabiba/shared/platform';
import { SaveFoot, SettingCard } from '@manabiba/shared/ui/setting-card';
import { TextField } from '@manabiba/shared/ui/text-field';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import { type Organisation, useOrgForm } from './use-org-form';

import styles from './org-settings.module.css';

export interface OrgCardProps {
  id: string;
  organisation: Organisation;
}

const textsOf = ({ orgName, orgUrl }: Organisation) => ({ orgName, orgUrl: orgUrl ?? '' });

/** Name and website of the organisation. */
export function OrganisationCard({ id, organisation }: OrgCardProps) {
  const form = useOrgForm(organisation, { textsOf });
  return (
    <SettingCard id={id} title="団体情報" onSubmit={form.handleSubmit} foot={<SaveFoot {...form} />}>
      <LeaveGuard isDirty={form.isDirty} />
      <div className={styles.fields}>
        <TextField
          label="団体名"
          autoComplete="organization"
          maxCharacters={MAX_ORGANISATION_NAME_LENGTH}
          {...form.field('orgName')}
        />
        <TextField
          label="ウェブサイト(任意)"
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://"
          {...form.field('orgUrl')}
        />
        <p className={styles.small}>
          画像、職業、自己紹介は
          <Link className={textLinkClass} to={paths.profileSettings.href()}>
            プロフィール設定
          </Link>
          で変更できます。
        </p>
      </div>
    </SettingCard>
  );
}
