import type { Category } from '@manabiba/shared/contract/categories';
import styles from './classroom-list.module.css';

interface CategoryChipsProps {
  categories: Category[];
  /** Undefined is every category. */
  selected: string | undefined;
  onSelect: (categoryId: string | undefined) => void;
}

/** Narrows the lists to one category. */
export function CategoryChips({ categories, selected, onSelect }: CategoryChipsProps) {
  return (
    <div className={styles.chips} role="group" aria-label="カテゴリー">
      <Chip isPressed={selected === undefined} onPress={() => onSelect(undefined)}>すべてのカテゴリー</Chip>
      {categories.map(({ id, name }) => (
        <Chip key={id} isPressed={selected === id} onPress={() => onSelect(id)}>{name}</Chip>
      ))}
    </div>
  );
}

function Chip({ isPressed, onPress, children }: { isPressed: boolean; onPress: () => void; children: string }) {
  return <button type="button" className={styles.chip} aria-pressed={isPressed} onClick={onPress}>{children}</button>;
}
