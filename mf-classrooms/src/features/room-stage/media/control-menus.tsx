import { Icon } from '@manabiba/shared/ui/icon';
import { Menu } from '@manabiba/shared/ui/menu';
import { ChevronDown, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';

import styles from './media-controls.module.css';

/** A control with a device menu beside it; on phones the devices are in the menu その他. Without items it is disabled. */
export const Split = ({ label, items, children }: { label: string; items?: ReactNode; children: ReactNode }) => (
  <span className={styles.split}>
    {children}
    <span className={styles.wideOnly}>
      <Menu
        label={label}
        trigger={(props) => (
          <button type="button" className={styles.chooser} aria-label={label} disabled={!items} {...props}>
            <Icon icon={ChevronDown} size={16} />
          </button>
        )}
      >
        {items}
      </Menu>
    </span>
  </span>
);

/** The menu for controls that do not fit on a phone. */
export const More = ({ children }: { children?: ReactNode }) => (
  <span className={styles.narrowOnly}>
    <Menu
      label="その他"
      narrow="sheet"
      trigger={(props) => (
        <button type="button" className={styles.moreControl} disabled={!children} {...props}>
          <Icon icon={Ellipsis} />
          <span>その他</span>
        </button>
      )}
    >
      {children}
    </Menu>
  </span>
);
