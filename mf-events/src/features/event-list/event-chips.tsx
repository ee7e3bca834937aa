import { listCategories } from '@manabiba/shared/data/endpoints';
import { isSignedIn, useEndpoint, useMe } from '@manabiba/shared/platform';
import { Chip, FilterRow } from '@manabiba/shared/ui/filter-chips';

import { type EventFilter, eventKinds, isNarrowed } from '../../core/event-filter';

/** Filters events by kind, category, or both. A second click clears the choice. */
export function EventChips({ filter, onChange }: { filter: EventFilter; onChange: (filter: EventFilter) => void }) {
  const signedIn = isSignedIn(useMe());
  const { data } = useEndpoint(listCategories, {});
  const { kind, categoryId } = filter;
  return (
    <FilterRow label="しぼりこみ">
      <Chip isPressed={!isNarrowed(filter)} onPress={() => onChange({ kind: undefined, categoryId: undefined })}>
        すべて
      </Chip>
      {eventKinds
        .filter(({ key }) => key !== 'mine' || signedIn)
        .map(({ key, name }) => (
          <Chip
            key={key}
            isPressed={kind === key}
            onPress={() => onChange({ kind: kind === key ? undefined : key, categoryId })}
          >
            {name}
          </Chip>
        ))}
      {data?.categories.map(({ id, name }) => (
        <Chip
          key={id}
          isPressed={categoryId === id}
          onPress={() => onChange({ kind, categoryId: categoryId === id ? undefined : id })}
        >
          {name}
        </Chip>
      ))}
    </FilterRow>
  );
}
