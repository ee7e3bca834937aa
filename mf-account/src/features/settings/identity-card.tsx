import type { SignedInMe } from '@manabiba/shared/contract/users';
import { useConfig } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { ExternalLink } from 'lucide-react';
import { SettingCard } from '../../core/setting-card';
import { identityStatus } from './identity';
import styles from './settings.module.css';

/** How far the check of somebody's identity has come, and what they do next. */
export function IdentityCard({ id, me }: { id: string; me: SignedInMe }) {
  const status = identityStatus(me);
  return (
    <SettingCard id={id} title="本人確認">
      <div className={styles.stack}>
        <Badge tone={status.tone}>{status.word}</Badge>
        <p className={styles.small}>{status.sentence}</p>
        {status.next && <p className={`${styles.small} ${styles.soft}`}>{status.next}</p>}
      </div>
    </SettingCard>
  );
}

/** First on the page of somebody whose documents were sent back: every page leads them here, so here stands why. */
export function ResubmitCard({ id, me }: { id: string; me: SignedInMe }) {
  const { links } = useConfig();
  const status = identityStatus(me);
  return (
    <SettingCard id={id} title="本人確認書類の再提出をお願いいたします。">
      <div className={styles.resubmit}>
        <p className={styles.small}>ご提出後は、すべての機能をご利用いただけます。</p>
        <Notice tone="warn">
          <strong>理由</strong>
          <br />
          <span className={styles.reason}>{me.resubmitReason ?? '書類の内容を確認できませんでした。'}</span>
        </Notice>
        <p className={styles.small}>{status.next}</p>
        <p><a className={buttonClass()} href={links.help} target="_blank" rel="noopener noreferrer"><Icon icon={ExternalLink} />ヘルプセンター</a></p>
      </div>
    </SettingCard>
  );
}
