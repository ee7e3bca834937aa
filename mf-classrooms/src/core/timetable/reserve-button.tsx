import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { Link, useIntentLink, useMe } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Check } from 'lucide-react';

import { AudienceBadge } from '../classroom/audience-badge';
import { isForYouth, reservationOffer } from '../classroom/classroom-permissions';
import { useReservation } from '../classroom/use-reservation';

/** 予約する or 予約済み in a list: one click reserves, another cancels. */
export function ReserveButton({ classroom }: { classroom: Classroom }) {
  const me = useMe();
  const signInFirst = useIntentLink({ kind: 'reserve', id: classroom.id, name: classroom.name });
  const { toggle } = useReservation(classroom);
  const offer = reservationOffer(classroom, me);

  if (offer.kind === 'none')
    return classroom.myRole === 'host' && classroom.state === 'scheduled' && <Badge tone="action">ホスト</Badge>;
  if (offer.kind === 'refused') return <AudienceBadge classroom={classroom} />;
  if (offer.kind === 'sign_in') {
    // The badge beside it says the condition; the label repeats it for those who hear the link alone.
    const [text, label] = isForYouth(classroom)
      ? ['ログインして予約する', `「${classroom.name}」(24歳以下対象)をログインして予約する`]
      : ['予約する', `ログインして「${classroom.name}」を予約する`];
    return (
      <Link className={buttonClass({ size: 'small' })} {...signInFirst} aria-label={label}>
        {text}
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
