import type { ReactNode } from 'react';

import styles from './filter-chips.module.css';

export interface FilterChipsProps<Key extends string> {
  label: string;
  /** What no choice is called. */
  all: string;
  options: readonly { key: Key; name: string }[];
  /** Undefined is all. */
  selected: Key | undefined;
  onSelect: (key: Key | undefined) => void;
}

/** Narrows a list to one of some choices. */
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

/** A row of `Chip`s of a caller's own, which go sideways on a narrow screen. */
export function FilterRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** One choice that narrows a list. */
export function Chip({ isPressed, onPress, children }: { isPressed: boolean; onPress: () => void; children: string }) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isPressed} onClick={onPress}>
      {children}
    </button>
  );
}
