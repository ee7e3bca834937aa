import { Icon } from '@manabiba/shared/ui/icon';
import { Search as SearchIcon } from 'lucide-react';
import { useEffect, useState } from 'react';

import { SearchDialog } from './search-dialog';

import styles from './search.module.css';

/** Opens the search: a button in the header, and the key `/` when the user is not typing. */
export function Search() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (
        event.key !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.isComposing ||
        isTyping(event.target) ||
        document.querySelector('dialog[open]')
      )
        return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        aria-keyshortcuts="/"
        onClick={() => setIsOpen(true)}
      >
        <Icon icon={SearchIcon} size={20} />
        <span className={styles.label}>検索</span>
        <kbd className={styles.key} aria-hidden>
          /
        </kbd>
      </button>
      {isOpen && <SearchDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
