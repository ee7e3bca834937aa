import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { isSignedIn, useConfig, useMe } from '@manabiba/shared/platform';
import { type ReactNode, useState } from 'react';

import { createOffer } from '../../core/classroom/classroom-permissions';
import { useCategories } from '../../core/classroom/use-categories';

const loadDialog = () =>
  import(/* webpackChunkName: "classroom-form" */ './create-classroom-dialog').then(
    ({ CreateClassroomDialog }) => CreateClassroomDialog,
  );

/**
 * The dialog that creates a classroom like an existing one; its code is loaded when it is first opened. `duplicate` is
 * undefined for users who cannot create classrooms.
 */
export function useDuplicateDialog(): { duplicate?: (source: Classroom) => void; dialog: ReactNode } {
  const me = useMe();
  const { closure } = useConfig();
  const { categories } = useCategories();
  const { component: CreateDialog, fetch } = useLazyComponent(loadDialog);
  const [source, setSource] = useState<Classroom>();
  const mayCreate = createOffer(me, closure.mode === 'readonly') === 'create';
  if (!isSignedIn(me) || !mayCreate || categories.length === 0) return { dialog: null };
  return {
    duplicate: (chosen) => void fetch().then((isThere) => isThere && setSource(chosen)),
    dialog: source && CreateDialog && (
      <CreateDialog
        key={source.id}
        categories={categories}
        me={me}
        source={source}
        onClose={() => setSource(undefined)}
      />
    ),
  };
}
