import { listClassrooms } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpoint } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Headphones } from 'lucide-react';

import { classroomHref } from '../../core/classroom/classroom-path';
import { openToVisitors } from './open-to-visitors';

/** A visitor's way into the live classroom with the most participants; to the coming ones while none is open to them. */
export function TopListen() {
  const { data } = useEndpoint(listClassrooms, { query: { state: 'live' } });
  if (!data)
    return (
      <Link className={buttonClass()} to={paths.classrooms.href()}>
        教室を見る
      </Link>
    );
  const classroom = openToVisitors(data.items);
  if (!classroom)
    return (
      <Link className={buttonClass()} to={paths.classrooms.href({}, { state: 'scheduled' })}>
        これからの教室
      </Link>
    );
  return (
    <Link className={buttonClass()} to={classroomHref(classroom)} aria-label={`いま聞く「${classroom.name}」`}>
      <Icon icon={Headphones} />
      いま聞く
    </Link>
  );
}
