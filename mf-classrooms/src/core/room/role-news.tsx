import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { toast } from '@manabiba/shared/platform';
import { useEffect, useRef } from 'react';

const roleNews: Record<RoomRole, string> = {
  host: 'ホストになりました。',
  co_host: '共同ホストになりました。',
  speaker: 'スピーカーになりました。',
  listener: 'リスナーになりました。',
};

const newsOf = (role: RoomRole, hasMedia: boolean) =>
  role === 'speaker' && hasMedia ? `${roleNews.speaker}発言できます。` : roleNews[role];

/**
 * Notifies the user when the host changes their role or microphone. Renders nothing itself; messages go through the
 * shared toasts.
 */
export function RoleNews({ mine, hasMedia }: { mine: RoomUserDoc | undefined; hasMedia: boolean }) {
  const before = useRef<RoomUserDoc>(undefined);
  useEffect(() => {
    const known = before.current;
    if (mine) before.current = mine;
    if (!mine || !known) return;
    if (mine.role !== known.role) toast.message(newsOf(mine.role, hasMedia));
    else if (hasMedia && mine.mutedByHost && !known.mutedByHost) toast.message('ホストがあなたをミュートにしました。');
  }, [mine, hasMedia]);
  return null;
}
