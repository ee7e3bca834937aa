import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { useState } from 'react';

const loadDialog = () =>
  import(/* webpackChunkName: "classroom-form" */ './edit-classroom-dialog').then(
    ({ EditClassroomDialog }) => EditClassroomDialog,
  );

/** The dialog in which a host edits a classroom; its code is loaded when it is first opened. */
export function useEditDialog() {
  const { component, fetch } = useLazyComponent(loadDialog);
  const [isOpen, setIsOpen] = useState(false);
  return {
    EditDialog: isOpen ? component : undefined,
    open: () => void fetch().then(setIsOpen),
    close: () => setIsOpen(false),
  };
}
