import { isSignedIn, Link, paths, useConfig, useMe } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { ChevronLeft, Plus } from 'lucide-react';
import { useState } from 'react';

import { createOffer } from '../core/classroom/classroom-permissions';
import { OwnSeries } from '../features/series/own-series';
import { SeriesFormDialog } from '../features/series/series-form-dialog';

import styles from '../features/series/series.module.css';

/** /me/classrooms/series: the series that the user hosts or helps with, and where they create one. */
export function MySeriesPage() {
  const me = useMe();
  const { closure } = useConfig();
  const [isOpen, setIsOpen] = useState(false);
  const mayCreate = isSignedIn(me) && createOffer(me, closure.mode === 'readonly') === 'create';
  return (
    <PageBody className={classNames(styles.page, styles.mine)}>
      <div>
        <Link className={styles.back} to={paths.myClassrooms.href({}, { role: 'host' })}>
          <Icon icon={ChevronLeft} size={16} />
          自分の教室
        </Link>
        <div className={styles.headline}>
          <h1>連続講座</h1>
          {mayCreate && (
            <Button variant="primary" icon={<Icon icon={Plus} />} onClick={() => setIsOpen(true)}>
              連続講座をつくる
            </Button>
          )}
        </div>
      </div>
      <OwnSeries />
      {isOpen && <SeriesFormDialog onClose={() => setIsOpen(false)} />}
    </PageBody>
  );
}
