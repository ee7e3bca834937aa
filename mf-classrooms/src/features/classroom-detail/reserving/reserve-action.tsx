import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { Link, useIntentLink, useMe } from '@manabiba/shared/platform';
import { Button, buttonClass, type ButtonSize } from '@manabiba/shared/ui/button';

import { reservationOffer } from '../../../core/classroom/classroom-permissions';
import { useReservation } from '../../../core/classroom/use-reservation';

interface ReserveActionProps {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
  size?: ButtonSize;
  isBlock?: boolean;
}

/** The primary action of a scheduled classroom: 予約する, or 予約を取り消す. */
export function ReserveAction({ classroom, classroomKey, size, isBlock }: ReserveActionProps) {
  const me = useMe();
  const signInFirst = useIntentLink({
    kind: 'reserve',
    id: classroom.id,
    name: classroom.name,
    ...(classroomKey ? { key: classroomKey } : {}),
  });
  const { toggle } = useReservation(classroom, classroomKey);
  const look = { size, isBlock };
  switch (reservationOffer(classroom, me).kind) {
    case 'reserve':
      return (
        <Button variant="primary" {...look} onClick={toggle}>
          予約する
        </Button>
      );
    case 'cancel':
      return (
        <Button {...look} onClick={toggle}>
          予約を取り消す
        </Button>
      );
    case 'sign_in':
      return (
        <Link className={buttonClass({ variant: 'primary', ...look })} {...signInFirst}>
          ログインして予約する
        </Link>
      );
    case 'refused':
    case 'none':
      return null;
  }
}
