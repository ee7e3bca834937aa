import type { ReactNode } from 'react';

import styles from './filter-chips.module.css';

export interface FilterChipsProps<Key extends string> {
  label: string;
  /** The label for no selection. */
  all: string;
  options: readonly { key: Key; name: string }[];
  /** Undefined means all. */
  selected: Key | undefined;
  onSelect: (key: Key | undefined) => void;
}

/** Filters a list by one of several choices. */
export function FilterChips<Key extends string>({ label, all, options, selected, onSelect }: FilterChipsProps<Key>) {
  return (
    <FilterRow label={label}>
      <Chip isPressed={selected === undefined} onPress={() => onSelect(undefined)}>
        {all}
      </Chip>
      {options.map(({ key, name }) => (
        <Chip key={key} isPressed={selected === key} onPress={() => onSelect(key)}>
          {name}
        </Chip>
      ))}
    </FilterRow>
  );
}

/** A row of the caller's own `Chip`s, which scrolls sideways on a narrow screen. */
export function FilterRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** A single filter choice. */
export function Chip({ isPressed, onPress, children }: { isPressed: boolean; onPress: () => void; children: string }) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isPressed} onClick={onPress}>
      {children}
    </button>
  );
}
