import { NavLink, useMe } from '@manabiba/shared/platform';

import { useRegistry } from '../remotes/remotes-context';
import { navigationFor } from './navigation';

import styles from './navigation.module.css';

/** The parts of the product, in the header of wide screens. */
export function HeaderNavigation() {
  const { header } = navigationFor(useRegistry(), useMe());
  if (header.length === 0) return null;
  return (
    <nav className={styles.inHeader} aria-label="メインナビゲーション">
      <ul>
        {header.map(({ path, label }) => (
          <li key={path}>
            <NavLink to={path}>{label}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
