import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { formatCount } from '@manabiba/shared/format/count';
import { useMe } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { Fragment, useId } from 'react';

import { reactionDisplay } from '../../core/room/reaction-display';
import type { RoomPartProps } from '../../core/room/room-context';
import { useOnlineGuard } from '../../core/room/use-online-guard';
import { useRoomUsers } from '../../core/room/use-room';
import { useOwnReaction, withOwnReaction } from './own-reaction';
import { useSendReaction } from './use-send-reaction';

import styles from './reactions.module.css';

const inBar = ['clap', 'like', 'laugh', 'surprise', 'question'] as const;

/** The row of reactions under the stage, with the current count of each. */
export function ReactionBar({ classroom }: Pick<RoomPartProps, 'classroom'>) {
  const { items: people = [] } = useRoomUsers(classroom.id);
  return <ReactionButtons classroomId={classroom.id} people={people} />;
}

/** The viewer's own reaction is shown as pressed; another click removes it. */
export function ReactionButtons({ classroomId, people }: { classroomId: string; people: readonly RoomUserDoc[] }) {
  const me = useMe();
  const id = useId();
  const send = useSendReaction(classroomId);
  const guard = useOnlineGuard();
  const shown = withOwnReaction(people, me.id, useOwnReaction(classroomId));
  const own = shown.find((person) => person.id === me.id)?.reactionName;
  return (
    <div className={styles.bar} role="group" aria-label="リアクション">
      {inBar.map((name) => {
        const { label, icon } = reactionDisplay[name];
        const count = shown.filter(({ reactionName }) => reactionName === name).length;
        return (
          <Fragment key={name}>
            <button
              type="button"
              className={styles.reaction}
              aria-label={label}
              aria-pressed={own === name}
              aria-describedby={`${id}-${name}`}
              onClick={() => guard(() => send(own === name ? null : name))}
            >
              <Icon icon={icon} size={24} />
              {/* Rendered by CSS, and announced by the description: words in the button would differ from its name. */}
              <span className={styles.count} data-count={formatCount(count)} />
            </button>
            <span id={`${id}-${name}`} hidden>
              {count}人
            </span>
          </Fragment>
        );
      })}
    </div>
  );
}
