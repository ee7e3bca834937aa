import { useSearchParams } from '@manabiba/shared/platform';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Tabs } from '@manabiba/shared/ui/tabs';
import { lazy, Suspense } from 'react';

import { StaffFrame } from '../../core/staff-frame';
import { LiveReleases } from './live-releases';
import { ReleaseHistory } from './release-history';
import { ReleaseTokens } from './release-tokens';

import styles from './teams.module.css';

const ReleaseInquiries = lazy(() => import('./release-inquiries').then((file) => ({ default: file.ReleaseInquiries })));
const Uses = () => <ReleaseInquiries of="uses" />;
const Replay = () => <ReleaseInquiries of="replay" />;

const parts = [
  { key: 'releases', label: 'リリース', Part: LiveReleases },
  { key: 'tokens', label: 'トークン', Part: ReleaseTokens },
  { key: 'history', label: '履歴', Part: ReleaseHistory },
  { key: 'uses', label: '利用', Part: Uses },
  { key: 'replay', label: '再現', Part: Replay },
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
        <Suspense fallback={<SkeletonRows count={6} isRuled />}>
          <Part />
        </Suspense>
      </Tabs>
    </StaffFrame>
  );
}
