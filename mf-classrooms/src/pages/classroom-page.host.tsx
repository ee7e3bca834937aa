import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { isSignedIn, useMe } from '@manabiba/shared/platform';
import { lazy, Suspense } from 'react';

import { canInvite, canSeeAttendance, hostActions } from '../core/classroom/classroom-permissions';
import { useCategories } from '../core/classroom/use-categories';
import { Invitation } from '../core/room/invitation';
import { isModerator } from '../core/room/room-rights';
import { MessageTool } from '../features/class-messages/message-tool';
import { HostTools } from '../features/classroom-detail/host-tools';
import { useDuplicateDialog } from '../features/classroom-form/use-duplicate-dialog';
import { useEditDialog } from '../features/classroom-form/use-edit-dialog';

/** Few hosts prepare polls. */
const PollTool = lazy(() =>
  import(/* webpackChunkName: "room-late" */ '../features/polls/poll-tool').then((m) => ({ default: m.PollTool })),
);

/** The invitation of a private classroom, and the host's tools with their dialogs. Few visitors of a classroom page are its host. */
export function HostSide({ classroom }: { classroom: ClassroomDetail }) {
  const me = useMe();
  const { categories } = useCategories();
  const { EditDialog, open, close } = useEditDialog();
  const { duplicate, dialog } = useDuplicateDialog();
  const { canEdit, canDuplicate, canEnd } = hostActions(classroom);
  const hasTools = canEdit || canDuplicate || canEnd || canSeeAttendance(classroom) || isModerator(classroom.myRole);
  const polls = classroom.state === 'scheduled' && isModerator(classroom.myRole) && (
    <Suspense fallback={null}>
      <PollTool classroomId={classroom.id} />
    </Suspense>
  );
  const canWrite = classroom.myRole === 'host' && classroom.eventId === null && classroom.state !== 'cancelled';
  const tools = (
    <>
      {polls}
      {canWrite && <MessageTool classroom={classroom} />}
    </>
  );
  return (
    <>
      {canInvite(classroom) && <Invitation classroom={classroom} canRotate={classroom.myRole === 'host'} />}
      {hasTools && <HostTools classroom={classroom} onEdit={open} onDuplicate={duplicate} tools={tools} />}
      {EditDialog && isSignedIn(me) && categories.length > 0 && (
        <EditDialog classroom={classroom} categories={categories} me={me} onClose={close} />
      )}
      {dialog}
    </>
  );
}
