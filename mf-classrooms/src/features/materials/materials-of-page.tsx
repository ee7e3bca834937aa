import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';

import { isModerator } from '../../core/room/room-rights';

/** One chunk with the slot on the page of an event. */
const loadMaterials = () =>
  import(/* webpackChunkName: "slot-event-materials" */ './class-materials').then(
    ({ ClassMaterials }) => ClassMaterials,
  );

interface MaterialsOfPageProps {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
}

/** 資料 below the main content of the page of a class, loaded after it where there are some or the viewer adds them. */
export function MaterialsOfPage({ classroom, classroomKey }: MaterialsOfPageProps) {
  if (!classroom.hasMaterials && !isModerator(classroom.myRole)) return null;
  return <LazyPart load={loadMaterials} props={{ classroom, classroomKey }} />;
}
