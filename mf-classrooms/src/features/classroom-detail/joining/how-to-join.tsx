import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { useConfig } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { Globe, Lock, type LucideIcon, MessageCircle, Mic, Ticket, Users, Video } from 'lucide-react';

import styles from '../classroom-detail.module.css';

/** 参加のしかた: who may join, what the activity is, who speaks, whether it is recorded. */
export function HowToJoin({ classroom }: { classroom: ClassroomDetail }) {
  const { communicateMinAge } = useConfig();
  const { allUsers, audienceMode, privateMode, recording, hasMedia, eventId } = classroom;
  return (
    <section className={styles.section}>
      <h2>参加のしかた</h2>
      <dl className={styles.facts}>
        {eventId === null ? (
          <Fact icon={Globe} name="対象">
            {allUsers ? '25歳以上の方と、ログインしていない方も参加できます' : '24歳以下の方が参加できます'}
          </Fact>
        ) : (
          <Fact icon={Ticket} name="対象">
            イベントのお席をお持ちの方が参加できます
          </Fact>
        )}
        {hasMedia ? (
          <Fact icon={Mic} name="発言">
            {audienceMode
              ? 'ホストが承認した人だけが発言できます'
              : `ログインした${communicateMinAge}歳以上の方が発言できます`}
          </Fact>
        ) : (
          <Fact icon={MessageCircle} name="内容">
            {`コメントとリアクションで交流する${eventId === null ? '教室' : 'イベント'}です。音声と映像はありません`}
          </Fact>
        )}
        {!hasMedia && audienceMode && (
          <Fact icon={Users} name="ステージ">
            ホストが承認した人だけが表示されます
          </Fact>
        )}
        {privateMode && eventId === null && (
          <Fact icon={Lock} name="招待">
            URLを知っている人だけが参加できます
          </Fact>
        )}
        {recording && (
          <Fact icon={Video} name="録画">
            {eventId === null ? 'この教室は録画されます' : 'このイベントは録画されます'}
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ icon, name, children }: { icon: LucideIcon; name: string; children: string }) {
  return (
    <>
      <dt>
        <Icon icon={icon} size={16} />
        {name}
      </dt>
      <dd>{children}</dd>
    </>
  );
}
