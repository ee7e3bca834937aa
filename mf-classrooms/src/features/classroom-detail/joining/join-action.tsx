import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { Link, paths, track, useLocation, useMe, useServerNow } from '@manabiba/shared/platform';
import { Button, buttonClass, type ButtonSize } from '@manabiba/shared/ui/button';

import { joinOffer } from './join-offer';

export interface JoinProps {
  /** Called to enter the room. */
  onJoin: () => void;
}

interface JoinActionProps extends JoinProps {
  classroom: ClassroomDetail;
  size?: ButtonSize;
  isBlock?: boolean;
}

/** The join button: 参加する, for its host before the start 教室を始める. Renders nothing when joining is not possible. */
export function JoinAction({ classroom, onJoin, size, isBlock }: JoinActionProps) {
  const { pathname, search } = useLocation();
  const join = () => {
    track('click_join_classroom');
    onJoin();
  };
  const look = { variant: 'primary', size, isBlock } as const;
  switch (joinOffer(classroom, useMe(), useServerNow(1000)).kind) {
    case 'join':
      return (
        <Button {...look} onClick={join}>
          参加する
        </Button>
      );
    case 'start':
      return (
        <Button {...look} onClick={onJoin}>
          {classroom.eventId === null ? '教室を始める' : '会場に入る'}
        </Button>
      );
    case 'sign_in':
      return (
        <Link className={buttonClass(look)} to={paths.signIn.href({}, { next: pathname + search })}>
          ログインして参加する
        </Link>
      );
    case 'refused':
    case 'guarded':
    case 'none':
      return null;
  }
}
