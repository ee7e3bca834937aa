import { isSignedIn, track, useConfig, useMe } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { canOfferCreate } from '../../core/classroom-permissions';
import { useCategories } from '../../core/use-categories';
import { useLateComponent } from '../../core/use-late-component';
import styles from './header-create.module.css';

const loadDialog = () => import(/* webpackChunkName: "classroom-form" */ './create-classroom-dialog').then(({ CreateClassroomDialog }) => CreateClassroomDialog);

/** 教室をつくる in the header: for whoever may, once there is a category to choose. */
export function HeaderCreate() {
  const me = useMe();
  const { closure } = useConfig();
  const { categories } = useCategories();
  const { component: Dialog, isLoading, fetch } = useLateComponent(loadDialog);
  const [isOpen, setIsOpen] = useState(false);
  if (!isSignedIn(me) || categories.length === 0 || !canOfferCreate(me, closure.mode === 'readonly')) return null;

  const open = () => {
    track('click_create_classroom');
    void fetch().then(setIsOpen);
  };
  // The code is on its way before the press: a pointer needs longer to press than a chunk to come.
  const prepare = () => void loadDialog().catch(() => undefined);
  return (
    <>
      <Button
        className={styles.create} icon={<Icon icon={Plus} />} isLoading={isLoading} aria-label="教室をつくる"
        onClick={open} onPointerEnter={prepare} onFocus={prepare}
      >
        <span className={styles.words}>教室をつくる</span>
      </Button>
      {isOpen && Dialog && <Dialog categories={categories} me={me} onClose={() => setIsOpen(false)} />}
    </>
  );
}
