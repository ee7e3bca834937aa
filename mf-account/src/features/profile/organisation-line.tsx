import type { UserProfile } from '@manabiba/shared/contract/users';
import { listCategories } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Icon } from '@manabiba/shared/ui/icon';
import { TextLink } from '@manabiba/shared/ui/text-link';
import { Building2, ExternalLink } from 'lucide-react';

import styles from './profile.module.css';

/** The organisation of a professional: its name, website and subjects. */
export function OrganisationLine({
  organisation: { orgName, orgUrl, categoryIds },
}: {
  organisation: NonNullable<UserProfile['organisation']>;
}) {
  const { data } = useEndpoint(listCategories, categoryIds.length > 0 ? {} : null);
  const categories = data?.categories.filter(({ id }) => categoryIds.includes(id)) ?? [];
  return (
    <div className={styles.organisation}>
      <p>
        <Icon icon={Building2} size={16} />
        {orgName}
      </p>
      {orgUrl && (
        <TextLink href={orgUrl} isExternal rel="noopener noreferrer nofollow ugc">
          {addressOf(orgUrl)}
          <Icon icon={ExternalLink} size={16} label="新しいタブで開きます" />
        </TextLink>
      )}
      {categories.length > 0 && (
        <ul aria-label="カテゴリー">
          {categories.map(({ id, name }) => (
            <li key={id}>
              <Badge>{name}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** https://www.example.jp/ as www.example.jp */
const addressOf = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '');
