import { useSearchParams } from '@manabiba/shared/platform';
import { Tabs } from '@manabiba/shared/ui/tabs';

import { StaffFrame } from '../../core/staff-frame';
import { FailureReplay } from './failure-replay';
import { LiveReleases } from './live-releases';
import { ReleaseHistory } from './release-history';
import { ReleaseTokens } from './release-tokens';
import { ReleaseUses } from './release-uses';

import styles from './teams.module.css';

const parts = [
  { key: 'releases', label: 'リリース', Part: LiveReleases },
  { key: 'tokens', label: 'トークン', Part: ReleaseTokens },
  { key: 'history', label: '履歴', Part: ReleaseHistory },
  { key: 'uses', label: '利用', Part: ReleaseUses },
  { key: 'replay', label: '再現', Part: FailureReplay },
] as const;

/** The releases of the teams: what is live, who may release, and the history. */
export function Teams() {
  const [query, setQuery] = useSearchParams();
  const { key, Part } = parts.find((part) => part.key === query.get('part')) ?? parts[0];
  return (
    <StaffFrame
      title="チーム"
      facts={
        <a className={styles.status} href="/status">
          稼働状況
        </a>
      }
    >
      <Tabs
        label="チームの作業"
        tabs={parts}
        selected={key}
        onSelect={(part) => setQuery(part === 'releases' ? {} : { part }, { replace: true })}
        panelClassName={styles.panel}
      >
        <Part />
      </Tabs>
    </StaffFrame>
  );
}
