import { listClassrooms, listMyClassrooms } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import styles from './series.module.css';

interface OwnClassChoiceProps {
  /** Whose classes; absent for one's own. */
  hostId?: string | undefined;
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  error?: string | undefined;
}

/** Upcoming classes of the host that can become dates of a series, to choose from. */
export function OwnClassChoice({ hostId, selected, onChange, error }: OwnClassChoiceProps) {
  const own = useEndpoint(
    listMyClassrooms,
    hostId === undefined ? { query: { when: 'upcoming', role: 'host', limit: 50 } } : null,
  );
  const others = useEndpoint(
    listClassrooms,
    hostId === undefined ? null : { query: { state: 'scheduled', userId: hostId, limit: 50 } },
  );
  const { data, error: failure, retry } = hostId === undefined ? own : others;
  if (failure && !data) return <ErrorState title="教室を表示できませんでした。" onRetry={retry} level={2} />;
  if (!data) return <SkeletonRows count={3} />;
  const free = data.items.filter(
    ({ series, privateMode, eventId }) => series === null && !privateMode && eventId === null,
  );
  return (
    <fieldset className={styles.choice}>
      <legend>入れる教室</legend>
      <p className={styles.hint}>
        {free.length > 0
          ? '順番は開始日時で決まります。招待制の教室と、ほかの連続講座の教室は選べません。'
          : hostId !== undefined
            ? '選べる教室がありません。主催者が公開の教室をつくると、ここに並びます。'
            : '選べる教室がありません。「教室をつくる」で毎週くり返してつくったり、教室を複製したりすると、ここに並びます。'}
      </p>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {free.map(({ id, name, startAt }) => (
        <Checkbox
          key={id}
          label={name}
          hint={<DateTime value={startAt} />}
          checked={selected.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...selected, id] : selected.filter((other) => other !== id))
          }
        />
      ))}
    </fieldset>
  );
}
