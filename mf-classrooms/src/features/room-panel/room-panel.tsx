import type { RoomDoc, RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { formatCount } from '@manabiba/shared/format/count';
import { BlockDialog } from '@manabiba/shared/people/block-dialog';
import { ReportDialog } from '@manabiba/shared/people/report-dialog';
import { useMe } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Notice } from '@manabiba/shared/ui/notice';
import { Tabs } from '@manabiba/shared/ui/tabs';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import type { RoomPartProps } from '../../core/room/room-context';
import { TabCount } from '../../core/room/tab-count';
import { useBlocked } from '../../core/room/use-blocked';
import { useRoomDocument, useRoomUsers } from '../../core/room/use-room';
import { AskBeforeKick } from './ask-before-kick';
import { LateHands } from './late-hands';
import { PeopleTab, type PeopleTabProps } from './people-tab';
import { useHidden } from './use-hidden';
import { usePersonActs } from './use-person-acts';

import styles from './room-panel.module.css';

export type RoomTab = 'people' | 'comments' | 'questions' | 'materials';

interface RoomPanelProps extends RoomPartProps {
  tab: RoomTab;
  onSelectTab: (tab: RoomTab) => void;
  comments: ReactNode;
  commentCount: number;
  /** Comments that arrived while the other tab was open. */
  unreadCount: number;
  questions: ReactNode;
  questionCount: ReactNode;
  materials: ReactNode;
  /** Shown above every tab. */
  top?: ReactNode;
  /** Tools of moderators from other features. */
  tools?: ReactNode;
}

/** The panel beside the stage: participants, comments, questions or materials. */
export function RoomPanel(props: RoomPanelProps) {
  const { data: room } = useRoomDocument(props.classroom.id);
  const { items: people } = useRoomUsers(props.classroom.id);
  const { blocked } = useBlocked();
  return <PanelTabs {...props} room={room ?? undefined} people={people} blocked={blocked} />;
}

interface PanelTabsProps extends RoomPanelProps {
  room:
    | Pick<
        RoomDoc,
        'waitingCount' | 'locked' | 'isGuarded' | 'recording' | 'newVoicesFirst' | 'participantCount' | 'materialCount'
      >
    | undefined;
  people: readonly RoomUserDoc[] | undefined;
  /** The users whom the viewer has blocked. */
  blocked: ReadonlySet<string>;
}

/** The panel for the given state of the room. */
export function PanelTabs({
  tab,
  onSelectTab,
  comments,
  commentCount,
  unreadCount,
  questions,
  questionCount,
  materials,
  top,
  room,
  people,
  blocked,
  ...part
}: PanelTabsProps) {
  const acts = usePersonActs(part.classroom.id);
  const { hidden, show } = useHidden(people, blocked, part.role);
  const [reported, setReported] = useState<RoomUserDoc>();
  const [toBlock, setToBlock] = useState<RoomUserDoc>();
  const row = { room, people, blocked, hidden, onReport: setReported, onBlock: setToBlock };
  const peopleCount = people?.length ?? room?.participantCount ?? part.classroom.participantCount;
  const tabs = [
    { key: 'people', label: '参加者', count: formatCount(peopleCount) },
    { key: 'comments', label: 'コメント', count: <TabCount count={commentCount} unreadCount={unreadCount} /> },
    { key: 'questions', label: '質問', count: questionCount },
    { key: 'materials', label: '資料', count: room?.materialCount || undefined },
  ] as const;
  return (
    <aside className={styles.panel} aria-label="参加者・コメント・質問・資料">
      <Tabs
        label="参加者・コメント・質問・資料"
        tabs={tabs}
        selected={tab}
        onSelect={onSelectTab}
        className={styles.tabs}
        panelClassName={styles.body}
      >
        {top}
        {acts.refusal && <Refusal onClose={acts.closeRefusal}>{acts.refusal}</Refusal>}
        {tab === 'people' ? (
          <PeopleTab {...part} {...row} onShowHidden={show} acts={acts} />
        ) : (
          <>
            <HandsAboveComments {...part} {...row} acts={acts} onShowAll={() => onSelectTab('people')} />
            {tab === 'comments' ? comments : tab === 'questions' ? questions : materials}
          </>
        )}
      </Tabs>
      <AskBeforeKick person={acts.asked} onClose={acts.cancel} onConfirm={acts.confirm} />
      <PersonDialogs
        {...{ blocked, toBlock, reported }}
        onClose={() => {
          setToBlock(undefined);
          setReported(undefined);
        }}
      />
    </aside>
  );
}

interface HandsAboveCommentsProps extends Omit<PeopleTabProps, 'onShowHidden'> {
  onShowAll: () => void;
}

/** The first raised hands, shown above the comments as well. */
function HandsAboveComments({ classroom, room, people, role, hasMedia, acts, ...row }: HandsAboveCommentsProps) {
  const me = useMe();
  return (
    <div className={styles.handsAbove}>
      <LateHands
        {...row}
        {...{ me, role, hasMedia }}
        classroomId={classroom.id}
        newVoicesFirst={room?.newVoicesFirst}
        people={people ?? []}
        busy={acts.busy}
        onAct={acts.act}
        isShort
      />
    </div>
  );
}

/** The error of the last action. */
function Refusal({ children, onClose }: { children: string; onClose: () => void }) {
  return (
    <Notice
      tone="error"
      role="alert"
      action={
        <IconButton label="閉じる" onClick={onClose}>
          <Icon icon={X} />
        </IconButton>
      }
    >
      {children}
    </Notice>
  );
}

interface PersonDialogsProps {
  blocked: ReadonlySet<string>;
  toBlock: RoomUserDoc | undefined;
  reported: RoomUserDoc | undefined;
  onClose: () => void;
}

/** The dialogs opened from a person's menu. */
function PersonDialogs({ blocked, toBlock, reported, onClose }: PersonDialogsProps) {
  return (
    <>
      {toBlock && <BlockDialog user={{ ...toBlock, isBlocked: blocked.has(toBlock.id) }} isOpen onClose={onClose} />}
      {reported && (
        <ReportDialog subject={{ kind: 'person', id: reported.id, nickname: reported.nickname }} onClose={onClose} />
      )}
    </>
  );
}
