import { PageBody } from '@manabiba/shared/ui/page-body';

import { useDuplicateDialog } from '../features/classroom-form/use-duplicate-dialog';
import { MyClassrooms } from '../features/my-classrooms/my-classrooms';

import styles from '../features/my-classrooms/my-classrooms.module.css';

/** /me/classrooms: the classrooms the user hosts, has reserved and has attended. */
export function MyClassroomsPage() {
  const { duplicate, dialog } = useDuplicateDialog();
  return (
    <PageBody className={styles.page}>
      <h1>自分の教室</h1>
      <MyClassrooms onDuplicate={duplicate} />
      {dialog}
    </PageBody>
  );
}
