import type { SignedInMe } from '@manabiba/shared/contract/users';
import { formatDate } from '@manabiba/shared/format/date-time';
import { Link, paths } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import { reviewStatus } from './review-status';

import styles from './org-settings.module.css';

interface ReviewCardProps {
  id: string;
  me: SignedInMe;
  organisation: NonNullable<SignedInMe['organisation']>;
}

/** The verification status of a professional and whether they are listed among the professionals. */
export function ReviewCard({ id, me, organisation }: ReviewCardProps) {
  const { tone, word, sentence, isWaiting } = reviewStatus(me.state, organisation.verifiedAt);
  return (
    <SettingCard id={id} title="本人確認と公開">
      <dl className={styles.facts}>
        <div>
          <dt>本人確認</dt>
          <dd>
            <Badge tone={tone}>{word}</Badge>
          </dd>
        </div>
        <div>
          <dt>プロフェッショナルの一覧</dt>
          <dd>
            <Badge tone={organisation.verifiedAt ? 'ok' : 'plain'}>
              {organisation.verifiedAt ? '掲載中' : '未掲載'}
            </Badge>
          </dd>
        </div>
      </dl>
      <p className={styles.small}>
        {sentence}
        {organisation.verifiedAt && <span>{`(${formatDate(organisation.verifiedAt)}に確認)`}</span>}
      </p>
      {isWaiting && (
        <p className={styles.small}>
          <Link className={textLinkClass} to={{ pathname: paths.settings.href(), hash: '#id' }}>
            本人確認書類を提出する
          </Link>
        </p>
      )}
    </SettingCard>
  );
}
