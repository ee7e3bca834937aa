import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { Badge, type BadgeTone, LivePill } from '@manabiba/shared/ui/badge';
import { Icon } from '@manabiba/shared/ui/icon';
import { Check } from 'lucide-react';

import { type EventStanding, eventStanding, isEventOver } from './event-standing';
import { hasSeat, isLiveParticipation, participationStatus } from './participation/participation-status';

const badgeOf: Record<Exclude<EventStanding['name'], 'live' | 'scarce'>, { tone: BadgeTone; text: string }> = {
  open: { tone: 'ok', text: '受付中' },
  before_sale: { tone: 'plain', text: '受付前' },
  sale_over: { tone: 'plain', text: '受付終了' },
  sold_out: { tone: 'plain', text: '満席' },
  ended: { tone: 'plain', text: '終了' },
  cancelled: { tone: 'live', text: '中止' },
};

/** The single badge of an event in a list: the viewer's own participation, otherwise the event's status. */
export function EventBadge({ event, now }: { event: ClassroomEvent; now: Date }) {
  const { myParticipation: mine } = event;
  const standing = eventStanding(event, now);
  const status = mine && isLiveParticipation(mine) && !isEventOver(event, now) && participationStatus[mine.state];
  if (status && standing.name !== 'live')
    return (
      <Badge tone={status.tone}>
        {hasSeat(mine) && <Icon icon={Check} size={16} />}
        <span>{status.text}</span>
      </Badge>
    );
  if (standing.name === 'live') return <LivePill />;
  if (standing.name === 'scarce') return <Badge tone="warn">残り{standing.left}席</Badge>;
  const { tone, text } = badgeOf[standing.name];
  return <Badge tone={tone}>{text}</Badge>;
}
