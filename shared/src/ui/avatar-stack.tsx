import { Avatar, type AvatarProps, type AvatarSize } from './avatar';

import styles from './avatar-stack.module.css';

export interface AvatarStackProps {
  people: (AvatarProps['person'] & { id: string })[];
  size?: AvatarSize;
  /** The maximum number of avatars; show the total count as text beside them. */
  max?: number;
}

/** The avatars of the first few people, overlapping. */
export function AvatarStack({ people, size = 32, max = 5 }: AvatarStackProps) {
  return (
    <span className={styles.stack}>
      {people.slice(0, max).map((person) => (
        <Avatar key={person.id} person={person} size={size} initialCount={1} className={styles.one} />
      ))}
    </span>
  );
}
