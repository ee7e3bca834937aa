import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { Link, paths, track, useMe } from '@manabiba/shared/platform';
import { buttonClass, type ButtonSize, type ButtonVariant } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Headphones } from 'lucide-react';

import { classroomHref } from '../classroom/classroom-path';
import type { EntersRoom } from './enter-room';
import { listenOffer } from './listen-offer';

export interface ListenLinkProps {
  classroom: Classroom;
  size?: ButtonSize;
  variant?: ButtonVariant;
}

const state: EntersRoom = { entersRoom: 'listen' };

/** The largest part of the room's code, which the classroom's page does not need. A failure is retried in the room. */
const preload = () =>
  void import(/* webpackChunkName: "media" */ '../media/session/media-session').catch(() => undefined);

/**
 * いま聞く: one click joins a live classroom as a listener, with its sound. Where an account is needed, its text says so.
 * Renders nothing where the viewer cannot enter. In a new tab it opens the classroom's page.
 */
export function ListenLink({ classroom, size, variant = 'primary' }: ListenLinkProps) {
  const offer = listenOffer(classroom, useMe());
  if (offer === 'none') return null;
  const href = classroomHref(classroom);
  const look = buttonClass({ size, variant });
  if (offer === 'sign_in')
    return (
      <Link
        className={look}
        to={paths.signIn.href({}, { next: href })}
        aria-label={`ログインして聞く「${classroom.name}」(24歳以下対象)`}
      >
        ログインして聞く
      </Link>
    );
  return (
    <Link
      className={look}
      to={href}
      state={state}
      aria-label={`いま聞く「${classroom.name}」`}
      onMouseOver={preload}
      onFocus={preload}
      onTouchStart={preload}
      onClick={() => {
        preload();
        track('click_join_classroom');
      }}
    >
      <Icon icon={Headphones} {...(size === 'small' && { size: 16 })} />
      いま聞く
    </Link>
  );
}
