import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { isSignedIn, track, useConfig, useMe } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { createOffer } from '../../core/classroom/classroom-permissions';
import { useCategories } from '../../core/classroom/use-categories';

import styles from './header-create.module.css';

const loadDialog = () =>
  import(/* webpackChunkName: "classroom-form" */ './create-classroom-dialog').then(
    ({ CreateClassroomDialog }) => CreateClassroomDialog,
  );

const loadReason = () =>
  import(/* webpackChunkName: "classroom-form" */ './cannot-create-dialog').then(
    ({ CannotCreateDialog }) => CannotCreateDialog,
  );

/**
 * 教室をつくる in the header, shown to users who may create a classroom once categories have loaded; until then its place is
 * kept. Users who may not yet see why and what to do.
 */
export function HeaderCreate() {
  const me = useMe();
  const { closure } = useConfig();
  const { categories, isLoading } = useCategories();
  const form = useLazyComponent(loadDialog);
  const reason = useLazyComponent(loadReason);
  const [isOpen, setIsOpen] = useState(false);
  const offer = createOffer(me, closure.mode === 'readonly');
  const hasCategories = categories.length > 0;
  if (!isSignedIn(me) || offer === 'none' || !(hasCategories || isLoading)) return null;

  const open = () => {
    if (offer === 'create') track('click_create_classroom');
    void (offer === 'create' ? form : reason).fetch().then(setIsOpen);
  };
  // Preloads the code on hover or focus, before the click.
  const prepare = () => void (offer === 'create' ? loadDialog() : loadReason()).catch(() => undefined);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        // Until it can be used it only keeps its place.
        className={classNames(styles.create, !hasCategories && styles.waiting)}
        icon={<Icon icon={Plus} />}
        isLoading={form.isLoading || reason.isLoading}
        aria-label="教室をつくる"
        onClick={open}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <span className={styles.words}>教室をつくる</span>
      </Button>
      {isOpen && offer === 'create' && form.component && (
        <form.component categories={categories} me={me} onClose={close} />
      )}
      {isOpen && offer !== 'create' && reason.component && <reason.component reason={offer} me={me} onClose={close} />}
    </>
  );
}
