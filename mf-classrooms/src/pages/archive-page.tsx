import type { Archive, ArchiveDetail } from '@manabiba/shared/contract/archives';
import { getArchive, listArchiveRecommends } from '@manabiba/shared/data/endpoints';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { useIsHydrated } from '@manabiba/shared/loading/use-is-hydrated';
import {
  callEndpoint,
  paths,
  RefusalPage,
  track,
  useEndpoint,
  useLocation,
  useMe,
  useNavigate,
  usePageTitle,
  useParams,
  useView,
} from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton-detail';
import { useCallback, useState } from 'react';

import { RecommendedArchives } from '../core/archive/recommended-archives';
import { useArchive } from '../core/archive/use-archive';
import type { Player } from '../core/playback/player';
import { LockedFrame, PlayerPlace } from '../features/archive-detail/archive-frame';
import { ArchiveInfo } from '../features/archive-detail/archive-info';
import { BesidePlayer } from '../features/archive-detail/beside-player';
import { loadRatings } from '../features/ratings/load-ratings';

import styles from '../features/archive-detail/archive-detail.module.css';

const loadPlayer = () =>
  import(/* webpackChunkName: "archive-player" */ '../features/archive-player/archive-player').then(
    ({ ArchivePlayer }) => ArchivePlayer,
  );

const loadReview = () => import('../features/archive-review/archive-review').then(({ ArchiveReview }) => ArchiveReview);

const loadMaterials = () =>
  import(/* webpackChunkName: "materials" */ '../features/materials/archive-materials').then(
    ({ ArchiveMaterials }) => ArchiveMaterials,
  );

const RECOMMENDED = 8;

/** /archives/{id}: one archive with its player. */
export function ArchivePage() {
  const { id = '' } = useParams();
  // Another archive is a fresh page with a player of its own.
  return <ArchiveById key={id} id={id} />;
}

function ArchiveById({ id }: { id: string }) {
  const { data: archive, error, retry } = useArchive(id);
  const recommends = useEndpoint(listArchiveRecommends, { params: { id }, query: { limit: RECOMMENDED } });
  const me = useMe();
  const isHost = archive?.host.id === me.id;
  const [player, setPlayer] = useState<Player | null>(null);
  usePageTitle(archive?.title);
  useView('view_archive', archive !== undefined);

  if (error && !archive) return <RefusalPage error={error} onRetry={retry} />;
  if (!archive)
    return (
      <PageBody>
        <SkeletonDetail />
      </PageBody>
    );
  return (
    <div className={styles.page}>
      <PageBody>
        <div className={styles.watch}>
          <div className={styles.main}>
            <Playback
              archive={archive}
              next={recommends.data?.items.find(({ canWatch }) => canWatch) ?? null}
              onPlayer={setPlayer}
              onRefused={retry}
            />
          </div>
          <BesidePlayer archive={archive} player={player} />
          <div className={styles.info}>
            {(isHost || archive.review !== null) && <LazyPart load={loadReview} props={{ archive, isHost, player }} />}
            <ArchiveInfo archive={archive} />
            {archive.canWatch && <LazyPart load={loadMaterials} props={{ archiveId: id, player }} />}
            {archive.publishedAt !== null && (
              <LazyPart load={loadRatings} props={{ ratedKind: 'archive', ratedId: id }} />
            )}
          </div>
        </div>
        <div className={styles.recommends}>
          <RecommendedArchives
            archives={recommends.data?.items}
            hasFailed={recommends.error !== undefined}
            onRetry={recommends.retry}
          />
        </div>
      </PageBody>
    </div>
  );
}

interface PlaybackProps {
  archive: ArchiveDetail;
  next: Archive | null;
  onPlayer: (player: Player | null) => void;
  onRefused: () => void;
}

/** The player once its code has loaded; before that the poster, which already handles the click on play. */
function Playback({ archive, next, onPlayer, onRefused }: PlaybackProps) {
  const navigate = useNavigate();
  const { state } = useLocation();
  // The state of a history entry outlives a reload, and the server does not see it.
  const playsAtOnce = useIsHydrated() && (state as { plays?: boolean } | null)?.plays === true;
  const [isPressed = playsAtOnce, setIsPressed] = useState<true>();
  const renew = useCallback(() => callEndpoint(getArchive, { params: { id: archive.id } }), [archive.id]);
  if (!archive.canWatch || (archive.hlsUrl === null && archive.fileUrl === null))
    return <LockedFrame archive={archive} />;
  const props = {
    archive,
    playsAtOnce: isPressed,
    renew,
    onRefused,
    onPlayer,
    next,
    onPlayNext: ({ id }: Archive) => void navigate(paths.archive.href({ id }), { state: { plays: true } }),
    onFirstPlay: () => track('click_watch_archive'),
  };
  return (
    <LazyPart
      load={loadPlayer}
      props={props}
      fallback={<PlayerPlace archive={archive} isPressed={isPressed} onPlay={() => setIsPressed(true)} />}
      failure={(retry) => <ErrorState title="プレーヤーを表示できませんでした。" onRetry={retry} />}
    />
  );
}
