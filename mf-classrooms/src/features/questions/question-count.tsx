import { useMe } from '@manabiba/shared/platform';
import { SpokenSummary } from '@manabiba/shared/ui/spoken-summary';
import { useMemo, useState } from 'react';

import { TabCount } from '../../core/room/tab-count';
import { useBlocked } from '../../core/room/use-blocked';
import { useRoomQuestions } from './use-room-questions';

const positionOf = ({ createdAt, id }: { createdAt: string; id: string }) => `${createdAt} ${id}`;

/** The number of open questions on the tab, how many arrived while it was closed, and what a screen reader says of them. */
export function QuestionCount({ classroomId, isShown }: { classroomId: string; isShown: boolean }) {
  const me = useMe();
  const { items } = useRoomQuestions(classroomId);
  const { blocked, isKnown } = useBlocked();
  const open = useMemo(() => items?.filter(({ state }) => state === 'open') ?? [], [items]);
  const others = useMemo(
    () =>
      open
        .filter(({ userId }) => userId !== me.id && (userId === null || !blocked.has(userId)))
        .sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1)),
    [open, me.id, blocked],
  );
  const last = others.at(-1);
  const newest = last ? positionOf(last) : '';
  const [readUpTo, setReadUpTo] = useState<string>();
  // Questions that exist on joining are not new.
  if (items && isKnown && (isShown || readUpTo === undefined) && newest !== readUpTo) setReadUpTo(newest);
  const unread = isShown ? 0 : others.filter((question) => positionOf(question) > (readUpTo ?? newest)).length;
  return (
    <>
      <TabCount count={items && open.length} unreadCount={unread} />
      {items && isKnown && (
        <SpokenSummary
          items={others}
          idOf={positionOf}
          sentence={(fresh) => {
            const [only] = fresh;
            if (!only) return '';
            return fresh.length === 1 ? `${only.nickname}さんの質問 ${only.body}` : `新しい質問 ${fresh.length}件`;
          }}
        />
      )}
    </>
  );
}
