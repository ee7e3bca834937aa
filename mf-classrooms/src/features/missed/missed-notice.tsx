import type { MissedItem } from '@manabiba/shared/contract/classroom-missed';
import { formatCount } from '@manabiba/shared/format/count';
import { Button } from '@manabiba/shared/ui/button';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { LinkedText } from '@manabiba/shared/ui/linked-text';
import { Notice } from '@manabiba/shared/ui/notice';
import { ChartNoAxesColumn, CircleQuestionMark, History, type LucideIcon, MessageCircle, Pin, X } from 'lucide-react';
import { useState } from 'react';

import { type MissedSummary, useMissed } from './use-missed';

import styles from './missed.module.css';

/** The kinds in the order of the summary. */
const kinds: readonly { kind: MissedItem['kind']; name: string; icon: LucideIcon }[] = [
  { kind: 'comment', name: 'コメント', icon: MessageCircle },
  { kind: 'question', name: '質問', icon: CircleQuestionMark },
  { kind: 'poll', name: 'アンケート', icon: ChartNoAxesColumn },
  { kind: 'pin', name: 'ピン留め', icon: Pin },
];

/** What happened while the viewer was away: a summary over the stage, and all of it in a dialog. */
export function MissedNotice({ classroomId }: { classroomId: string }) {
  const { missed, putAway } = useMissed(classroomId);
  const [opened, setOpened] = useState<MissedSummary>();
  return (
    <>
      <div role="status">
        {missed && (
          <Notice
            icon={History}
            action={
              <span className={styles.actions}>
                <Button
                  size="small"
                  onClick={() => {
                    setOpened(missed);
                    putAway();
                  }}
                >
                  まとめて見る
                </Button>
                <IconButton label="閉じる" onClick={putAway}>
                  <Icon icon={X} />
                </IconButton>
              </span>
            }
          >
            <span>不在のあいだに、{countsOf(missed)}がありました。</span>
          </Notice>
        )}
      </div>
      {opened && <MissedDialog missed={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const countsOf = ({ counts }: MissedSummary) =>
  kinds
    .filter(({ kind }) => counts[kind] > 0)
    .map(({ kind, name }) => `${name}${formatCount(counts[kind])}件`)
    .join('、');

function MissedDialog({ missed, onClose }: { missed: MissedSummary; onClose: () => void }) {
  const { since, items, counts } = missed;
  const isCut = kinds.some(({ kind }) => items.filter((item) => item.kind === kind).length < counts[kind]);
  return (
    <Dialog isOpen onClose={onClose} title="不在のあいだの出来事">
      {since && (
        <p className={styles.note}>
          <DateTime value={since} style="time" />
          から
        </p>
      )}
      <ol className={styles.list}>
        {items.map((item) => (
          <MissedRow key={`${item.kind} ${item.id}`} item={item} />
        ))}
      </ol>
      {isCut && <p className={styles.note}>新しいものを表示しています。ほかはコメントや質問の一覧で確認できます。</p>}
    </Dialog>
  );
}

function MissedRow({ item: { kind, nickname, body, at } }: { item: MissedItem }) {
  const shown = kinds.find((candidate) => candidate.kind === kind);
  return (
    <li className={styles.row}>
      {shown && <Icon icon={shown.icon} />}
      <div>
        <p className={styles.head}>
          <span>{shown?.name}</span>
          {nickname !== null && <strong>{nickname}</strong>}
          <DateTime value={at} style="time" />
        </p>
        <p className={styles.body}>
          <LinkedText text={body} />
        </p>
      </div>
    </li>
  );
}
