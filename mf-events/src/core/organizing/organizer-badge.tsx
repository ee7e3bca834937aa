import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { Badge, type BadgeTone } from '@manabiba/shared/ui/badge';

const badges: Record<ClassroomEvent['state'], { tone: BadgeTone; text: string }> = {
  draft: { tone: 'plain', text: '下書き' },
  published: { tone: 'ok', text: '公開中' },
  open: { tone: 'ok', text: '入場受付中' },
  live: { tone: 'live', text: '開催中' },
  ended: { tone: 'plain', text: '終了' },
  archived: { tone: 'plain', text: '終了' },
  cancelled: { tone: 'live', text: '中止' },
};

/** The status of an event as its organizer sees it. */
export function OrganizerBadge({ state }: Pick<ClassroomEvent, 'state'>) {
  const { tone, text } = badges[state];
  return <Badge tone={tone}>{text}</Badge>;
}
