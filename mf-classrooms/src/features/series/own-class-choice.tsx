import type { OrganizedEvent } from '@manabiba/shared/contract/event-editing';
import { listClassrooms, listMyClassrooms, listOrganizedEvents } from '@manabiba/shared/data/endpoints';
import { isSignedIn, useEndpoint, useMe } from '@manabiba/shared/platform';
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

/** Upcoming classes and public events that can become dates of a series, to choose from; of others their classes alone. */
export function OwnClassChoice({ hostId, selected, onChange, error }: OwnClassChoiceProps) {
  const isOwn = hostId === undefined;
  const own = useEndpoint(listMyClassrooms, isOwn ? { query: { when: 'upcoming', role: 'host', limit: 50 } } : null);
  const others = useEndpoint(
    listClassrooms,
    isOwn ? null : { query: { state: 'scheduled', userId: hostId, limit: 50 } },
  );
  const { data, error: failure, retry } = isOwn ? own : others;
  const events = useOwnEvents(isOwn);
  if (failure && !data) return <ErrorState title="教室を表示できませんでした。" onRetry={retry} level={2} />;
  if (events.error && !events.data)
    return <ErrorState title="イベントを表示できませんでした。" onRetry={events.retry} level={2} />;
  if (!data || !events.data) return <SkeletonRows count={3} />;
  const free = data.items.filter(
    ({ series, privateMode, eventId }) => series === null && !privateMode && eventId === null,
  );
  const chosen = { selected, onChange };
  return (
    <>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Choice
        {...chosen}
        legend="入れる教室"
        options={free}
        hint={
          free.length > 0
            ? '順番は開始日時で決まります。招待制の教室と、ほかの連続講座の教室は選べません。'
            : isOwn
              ? '選べる教室がありません。「教室をつくる」で毎週くり返してつくったり、教室を複製したりすると、ここに並びます。'
              : '選べる教室がありません。主催者が公開の教室をつくると、ここに並びます。'
        }
      />
      {events.data.length > 0 && (
        <Choice
          {...chosen}
          legend="入れるイベント"
          options={events.data}
          hint="公開中のイベントのうち、ほかの連続講座に入っていないものです。"
        />
      )}
    </>
  );
}

interface Option {
  /** Of the class, or of the room of the event. */
  id: string;
  name: string;
  startAt: string;
}

/** The user's own public events that are in no series, by start; none for those who organize nothing. */
function useOwnEvents(isOwn: boolean) {
  const me = useMe();
  const mayOrganize = isOwn && isSignedIn(me) && me.isProfessional;
  const { data, error, retry } = useEndpoint(
    listOrganizedEvents,
    mayOrganize ? { query: { stage: 'public', limit: 50 } } : null,
  );
  return { data: mayOrganize ? data && optionsOf(data.items) : [], error, retry };
}

const optionsOf = (events: readonly OrganizedEvent[]): Option[] =>
  events
    .flatMap(({ classroomId, title, startAt, series, myAccess }) =>
      classroomId !== null && series === null && myAccess.isOwner ? { id: classroomId, name: title, startAt } : [],
    )
    .sort((a, b) => Date.parse(a.startAt) - Date.parse(b.startAt));

interface ChoiceProps extends Pick<OwnClassChoiceProps, 'selected' | 'onChange'> {
  legend: string;
  hint: string;
  options: readonly Option[];
}

function Choice({ legend, hint, options, selected, onChange }: ChoiceProps) {
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      <p className={styles.hint}>{hint}</p>
      {options.map(({ id, name, startAt }) => (
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
