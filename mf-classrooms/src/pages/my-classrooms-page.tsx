import { Link } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { ChartColumn, Layers } from 'lucide-react';

import { hostFiguresHref, ownSeriesHref } from '../core/classroom/host-figures-path';
import { useDuplicateDialog } from '../features/classroom-form/use-duplicate-dialog';
import { MyClassrooms } from '../features/my-classrooms/my-classrooms';

import styles from '../features/my-classrooms/my-classrooms.module.css';

/** /me/classrooms: the classrooms the user hosts, has reserved and has attended. */
export function MyClassroomsPage() {
  const { duplicate, dialog } = useDuplicateDialog();
  return (
    <PageBody className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.heading}>自分の教室</h1>
        <Link className={buttonClass({ size: 'small' })} to={ownSeriesHref}>
          <Icon icon={Layers} size={16} />
          連続講座
        </Link>
        <Link className={buttonClass({ size: 'small' })} to={hostFiguresHref()}>
          <Icon icon={ChartColumn} size={16} />
          集計
        </Link>
      </div>
      <MyClassrooms onDuplicate={duplicate} />
      {dialog}
    </PageBody>
  );
}
