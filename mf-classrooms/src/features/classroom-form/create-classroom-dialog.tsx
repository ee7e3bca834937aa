import type { Category } from '@manabiba/shared/contract/categories';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { createClassroom } from '@manabiba/shared/data/endpoints';
import { paths, toast, useEndpointMutation, useFormFill, useNavigate } from '@manabiba/shared/platform';
import { useState } from 'react';

import { ClassroomFormDialog } from './classroom-form-dialog';
import {
  type ClassroomFormValues,
  isAllUsersForced,
  newClassroomValues,
  toClassroomInput,
} from './classroom-form.schema';

interface CreateClassroomDialogProps {
  /** Must not be empty. */
  categories: Category[];
  me: SignedInMe;
  onClose: () => void;
}

/** 教室をつくる. Opens the page of the created classroom. */
export function CreateClassroomDialog({ categories, me, onClose }: CreateClassroomDialogProps) {
  const navigate = useNavigate();
  const { run } = useEndpointMutation(createClassroom);
  const [initialValues] = useState(() => newClassroomValues(categories[0]?.id ?? '', me, new Date()));

  const create = async (values: ClassroomFormValues) => {
    const { id } = await run({ body: toClassroomInput(values) });
    toast.success('教室を作成しました。');
    onClose();
    void navigate(paths.classroom.href({ id }));
  };
  return (
    <ClassroomFormDialog
      title="教室をつくる"
      submitLabel="作成する"
      categories={categories}
      initialValues={initialValues}
      isAllUsersForced={isAllUsersForced(me)}
      onSubmit={create}
      onInput={useFormFill('form_fill_create_classroom')}
      onClose={onClose}
      failureSentence={({ status, message }) =>
        status === 403 ? message : 'エラーが発生しました。しばらくしてからもう一度お試しください。'
      }
    />
  );
}
