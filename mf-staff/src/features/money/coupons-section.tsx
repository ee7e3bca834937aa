import type { StaffCoupon } from '@manabiba/shared/contract/staff-plans';
import { endCoupon, listCoupons } from '@manabiba/shared/data/endpoints';
import { formatDate } from '@manabiba/shared/format/date-time';
import { useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Badge, type BadgeTone } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { subMilliseconds } from 'date-fns';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { ReasonDialog } from '../../core/reason-dialog';
import { numberClass, StaffTable } from '../../core/staff-table';
import { useDialogCall } from '../../core/use-dialog-call';

import shared from '../../core/staff-parts.module.css';
import styles from './money.module.css';

const CreateCouponDialog = lazy(() =>
  import('./create-coupon-dialog').then((module) => ({ default: module.CreateCouponDialog })),
);

const columns = ['コード', '無料期間', '使われた回数', '使える最後の日', 'プラン', '状態', '操作'] as const;
const stateWords: Readonly<Record<StaffCoupon['state'], { word: string; tone: BadgeTone }>> = {
  valid: { word: '有効', tone: 'ok' },
  used_up: { word: '使い切り', tone: 'warn' },
  expired: { word: '終了', tone: 'plain' },
};

/** The coupons for longer trials: how often each was used, new ones, and an end before their last day. */
export function CouponsSection() {
  const { data, error, isRefreshing, retry } = useEndpoint(listCoupons, {}, { maxAgeSeconds: 0 });
  const [isCreating, setIsCreating] = useState(false);
  const [ended, setEnded] = useState<StaffCoupon | null>(null);
  return (
    <section aria-labelledby="coupons-title" className={styles.part}>
      <div className={styles.head}>
        <h2 id="coupons-title">クーポン</h2>
        <Button size="small" icon={<Icon icon={Plus} size={16} />} onClick={() => setIsCreating(true)}>
          クーポンを作る
        </Button>
      </div>
      {data && data.items.length > 0 && (
        <StaffTable columns={columns} numbers={['使われた回数']}>
          {data.items.map((coupon) => (
            <CouponRow key={coupon.code} coupon={coupon} onEnd={() => setEnded(coupon)} />
          ))}
        </StaffTable>
      )}
      {data?.items.length === 0 && <p className={shared.note}>クーポンはまだありません。</p>}
      {!data &&
        (error ? (
          <ErrorState title="クーポンを表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
        ) : (
          <SkeletonRows count={3} isRuled />
        ))}
      {isCreating && (
        <Suspense>
          <CreateCouponDialog onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
      {ended && <EndCouponDialog coupon={ended} onClose={() => setEnded(null)} />}
    </section>
  );
}

/** A coupon expires when its last day in Japan is over: the moment itself belongs to the day after. */
const lastDayOf = (expiresAt: string) => formatDate(subMilliseconds(expiresAt, 1), 'Asia/Tokyo');

function CouponRow({ coupon, onEnd }: { coupon: StaffCoupon; onEnd: () => void }) {
  const { code, trialDays, uses, maxUses, expiresAt, plan, state } = coupon;
  return (
    <tr>
      <td data-label="コード">
        <code>{code}</code>
      </td>
      <td data-label="無料期間">{trialDays}日</td>
      <td data-label="使われた回数" className={numberClass}>
        {uses.toLocaleString('ja-JP')} / {maxUses.toLocaleString('ja-JP')}
      </td>
      <td data-label="使える最後の日">
        <time dateTime={expiresAt}>{lastDayOf(expiresAt)}</time>
      </td>
      <td data-label="プラン">{plan?.name ?? 'すべて'}</td>
      <td data-label="状態">
        <Badge tone={stateWords[state].tone}>{stateWords[state].word}</Badge>
      </td>
      <td data-label="操作">
        {state !== 'expired' && (
          <Button size="small" aria-label={`${code}を終了する`} onClick={onEnd}>
            終了する
          </Button>
        )}
      </td>
    </tr>
  );
}

function EndCouponDialog({ coupon: { code }, onClose }: { coupon: StaffCoupon; onClose: () => void }) {
  const { run, isRunning } = useEndpointMutation(endCoupon);
  const { make, reasonError } = useDialogCall({ done: 'クーポンを終了しました。', onClose });

  return (
    <ReasonDialog
      title={`クーポン「${code}」を終了しますか`}
      label="終了する"
      error={reasonError}
      isDanger
      isRunning={isRunning}
      onSubmit={(reason) => void make(() => run({ body: { code, reason } }))}
      onClose={onClose}
    >
      <p>もう使えなくなります。すでに使った方の無料期間は変わりません。元に戻すことはできません。</p>
    </ReasonDialog>
  );
}
