import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { Link, useIntentLink, useMe } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Check } from 'lucide-react';

import { reservationOffer } from '../classroom/classroom-permissions';
import { useReservation } from '../classroom/use-reservation';

/** 予約する or 予約済み in a list: one press reserves, another cancels. */
export function ReserveButton({ classroom }: { classroom: Classroom }) {
  const me = useMe();
  const signInFirst = useIntentLink({ kind: 'reserve', id: classroom.id, name: classroom.name });
  const { toggle } = useReservation(classroom);
  const offer = reservationOffer(classroom, me);

  if (offer.kind === 'none')
    return classroom.myRole === 'host' && classroom.state === 'scheduled' && <Badge tone="action">ホスト</Badge>;
  if (offer.kind === 'refused') return <Badge>24歳以下対象</Badge>;
  if (offer.kind === 'sign_in') {
    return (
      <Link
        className={buttonClass({ size: 'small' })}
        {...signInFirst}
        aria-label={`ログインして「${classroom.name}」を予約する`}
      >
        予約する
      </Link>
    );
  }
  const isReserved = offer.kind === 'cancel';
  return (
    <Button
      size="small"
      variant={isReserved ? 'following' : 'secondary'}
      onClick={toggle}
      icon={isReserved && <Icon icon={Check} size={16} />}
      aria-label={
        isReserved ? `「${classroom.name}」は予約済み。押すと予約を取り消します` : `「${classroom.name}」を予約する`
      }
    >
      {isReserved ? '予約済み' : '予約する'}
    </Button>
  );
}
