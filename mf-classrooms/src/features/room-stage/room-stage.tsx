import type { ReactNode } from 'react';
import type { RoomPartProps } from '../../core/room-seat';
import { useRoomUsers } from '../../core/use-room';
import styles from './room-stage.module.css';

interface RoomStageProps extends RoomPartProps {
  /** The row of reactions under the stage. */
  reactions: ReactNode;
  /** What floats over the stage and hears no pointer. */
  overlay: ReactNode;
  /** Beside the stage; below it on a phone. */
  panel: ReactNode;
  onLeave: () => void;
}

/** A live room: its header, the stage with those who may speak, the controls, and the panel beside it. */
export function RoomStage({ classroom, reactions, overlay, panel, onLeave }: RoomStageProps) {
  const { items: people = [] } = useRoomUsers(classroom.id);
  return (
    <div className={styles.room}>
      <section className={styles.stage} data-theme="dark" aria-label="ステージ">
        <ul>{people.map(({ id, nickname }) => <li key={id}>{nickname}</li>)}</ul>
        {overlay}
        {reactions}
        <button type="button" onClick={onLeave}>退出する</button>
      </section>
      {panel}
    </div>
  );
}
