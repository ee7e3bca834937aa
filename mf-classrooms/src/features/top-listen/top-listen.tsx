import { listClassrooms } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpoint, useMe } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';

import { ListenLink } from '../../core/room/listen-link';
import { busiestOpen } from './busiest-open';

/** The way into the live classroom with the most participants; to the coming ones while none is open to the viewer. */
export function TopListen() {
  const me = useMe();
  const { data } = useEndpoint(listClassrooms, { query: { state: 'live' } });
  if (!data)
    return (
      <Link className={buttonClass()} to={paths.classrooms.href()}>
        教室を見る
      </Link>
    );
  const classroom = busiestOpen(data.items, me);
  if (!classroom)
    return (
      <Link className={buttonClass()} to={paths.classrooms.href({}, { state: 'scheduled' })}>
        これからの教室
      </Link>
    );
  return <ListenLink classroom={classroom} variant="secondary" />;
}
