import type { RatedKind } from '@manabiba/shared/contract/ratings';
import { deleteRating, getMyRating } from '@manabiba/shared/data/endpoints';
import { showMessageFor, toast, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Panel } from '@manabiba/shared/ui/panel';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense, useState } from 'react';

import { RatingAction, RatingRow } from './rating-row';

import styles from './ratings.module.css';

/** Loaded for whoever writes. */
const RatingForm = lazy(() =>
  import(/* webpackChunkName: "rating-forms" */ './rating-form').then((module) => ({ default: module.RatingForm })),
);

/** The viewer's own rating: the form for whoever may rate and has not, or what they wrote. Renders nothing for others. */
export function MyRating({ ratedKind, ratedId }: { ratedKind: RatedKind; ratedId: string }) {
  const { data: mine } = useEndpoint(getMyRating, { params: { ratedKind, ratedId } });
  const [asking, setAsking] = useState<'change' | 'delete' | null>(null);
  const close = () => setAsking(null);
  const removal = useEndpointMutation(deleteRating, {
    onSuccess: () => {
      toast.success('レビューを削除しました。');
      close();
    },
  });
  if (!mine) return null;
  const { rating, canRate, isRemoved } = mine;
  if (isRemoved) return <p className={styles.soft}>あなたのレビューは、利用規約にもとづき運営が削除しました。</p>;
  if (!rating && !canRate) return null;
  if (!rating || asking === 'change')
    return (
      <Panel className={styles.mine}>
        <Suspense fallback={<SkeletonRows count={1} />}>
          <RatingForm ratedKind={ratedKind} ratedId={ratedId} mine={mine} onClose={close} />
        </Suspense>
      </Panel>
    );
  return (
    <Panel className={styles.mine}>
      <h3>あなたのレビュー</h3>
      <RatingRow
        rating={rating}
        actions={
          <>
            <RatingAction label="自分のレビューを直す" onClick={() => setAsking('change')}>
              直す
            </RatingAction>
            <RatingAction label="自分のレビューを削除する" onClick={() => setAsking('delete')}>
              削除
            </RatingAction>
          </>
        }
      />
      <ConfirmDialog
        isOpen={asking === 'delete'}
        isDanger
        title="レビューを削除しますか"
        confirmLabel="削除する"
        isLoading={removal.isRunning}
        onClose={close}
        onConfirm={() => void removal.run({ params: { ratedKind, ratedId } }).catch(showMessageFor)}
      >
        返信がある場合は、返信も一緒に消えます。元には戻せません。
      </ConfirmDialog>
    </Panel>
  );
}
