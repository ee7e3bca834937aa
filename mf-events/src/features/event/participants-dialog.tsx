import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { listEventParticipants } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpointPages } from '@manabiba/shared/platform';
import { PeopleDialog } from '@manabiba/shared/ui/people-dialog';

interface ParticipantsDialogProps {
  event: Pick<ClassroomEvent, 'id' | 'participantCount'>;
  /** 参加する人, or 参加した人. */
  label: string;
  onClose: () => void;
}

/** All participants of an event. */
export function ParticipantsDialog({ event: { id, participantCount }, label, onClose }: ParticipantsDialogProps) {
  const list = useEndpointPages(listEventParticipants, { params: { id } });
  return (
    <PeopleDialog
      label={label}
      count={participantCount}
      list={list}
      as={Link}
      hrefOf={(person) => paths.user.href({ id: person.id })}
      onClose={onClose}
    />
  );
}
