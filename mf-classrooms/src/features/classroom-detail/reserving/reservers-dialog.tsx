import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { listReservers } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpointPages } from '@manabiba/shared/platform';
import { PeopleDialog } from '@manabiba/shared/ui/people-dialog';

interface ReserversDialogProps {
  classroom: Pick<Classroom, 'id' | 'reservedCount'>;
  classroomKey: string | undefined;
  onClose: () => void;
}

/** The dialog listing everyone with a reservation. */
export function ReserversDialog({ classroom: { id, reservedCount }, classroomKey, onClose }: ReserversDialogProps) {
  const list = useEndpointPages(listReservers, { params: { id }, query: { key: classroomKey } });
  return (
    <PeopleDialog
      label="予約した人"
      count={reservedCount}
      list={list}
      as={Link}
      hrefOf={(person) => paths.user.href({ id: person.id })}
      onClose={onClose}
    />
  );
}
