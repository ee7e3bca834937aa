import type { Category } from '@manabiba/shared/contract/categories';
import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { updateClassroom } from '@manabiba/shared/data/endpoints';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { useState } from 'react';

import { hostActions } from '../../core/classroom/classroom-permissions';
import { ClassroomFormDialog } from './classroom-form-dialog';
import {
  type ClassroomFormValues,
  classroomValues,
  isAllUsersForced,
  toClassroomChanges,
} from './classroom-form.schema';

interface EditClassroomDialogProps {
  classroom: ClassroomDetail;
  categories: Category[];
  me: SignedInMe;
  onClose: () => void;
}

/**
 * The dialog for editing a classroom. Sends changed fields only, so that concurrent edits do not overwrite each other.
 */
export function EditClassroomDialog({ classroom, categories, me, onClose }: EditClassroomDialogProps) {
  const { run } = useEndpointMutation(updateClassroom);
  const [before] = useState(classroom);
  const initialValues = classroomValues(before);

  const save = async (values: ClassroomFormValues) => {
    const changes = toClassroomChanges(values, before);
    if (Object.keys(changes).length > 0) {
      await run({ params: { id: before.id }, body: changes });
      toast.success('変更を保存しました。');
    }
    onClose();
  };
  return (
    <ClassroomFormDialog
      title="教室を編集する"
      submitLabel="保存する"
      categories={categories}
      initialValues={initialValues}
      keptStart={initialValues.startAt}
      isAllUsersForced={isAllUsersForced(me)}
      isStartFixed={!hostActions(classroom).canMoveStart}
      onSubmit={save}
      onClose={onClose}
      failureSentence={({ message }) => message}
    />
  );
}
