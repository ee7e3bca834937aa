import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { getClassroom, listClassrooms } from '@manabiba/shared/data/endpoints';
import { changeCached } from '@manabiba/shared/platform';

/** Describes a change of one cached classroom, in every list and on its own page. */
export function changeClassroom(id: string, change: <C extends Classroom>(classroom: C) => C) {
  return [
    changeCached(
      listClassrooms,
      () => true,
      (list) => ({
        ...list,
        items: list.items.map((classroom) => (classroom.id === id ? change(classroom) : classroom)),
      }),
    ),
    changeCached(getClassroom, ({ params }) => params.id === id, change),
  ];
}

/** Describes creating or cancelling a reservation: flag and count change together. */
export function changeReservation(id: string, isReserved: boolean) {
  return changeClassroom(id, (classroom) =>
    classroom.isReserved === isReserved
      ? classroom
      : { ...classroom, isReserved, reservedCount: Math.max(0, classroom.reservedCount + (isReserved ? 1 : -1)) },
  );
}
