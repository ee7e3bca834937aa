import { Icon } from '@manabiba/shared/ui/icon';
import { useDismiss } from '@manabiba/shared/ui/use-dismiss';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

import styles from '../archive-player.module.css';

interface ChoiceMenuProps<Value> {
  /** What is chosen: 再生速度. */
  label: string;
  choices: ReadonlyArray<{ value: Value; name: string }>;
  selected: Value;
  onSelect: (value: Value) => void;
}

/** A button with its current choice, which opens the other choices above itself. Also works full screen. */
export function ChoiceMenu<Value>({ label, choices, selected, onSelect }: ChoiceMenuProps<Value>) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const name = choices.find(({ value }) => value === selected)?.name ?? '';
  useEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
  }, [isOpen]);

  function close() {
    setIsOpen(false);
    trigger.current?.focus();
  }
  useDismiss(isOpen, root, (by) => (by === 'escape' ? close() : setIsOpen(false)));
  return (
    <div className={styles.menuRoot} ref={root}>
      <button
        ref={trigger}
        type="button"
        className={styles.speed}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={`${label} ${name}`}
        onClick={() => (isOpen ? close() : setIsOpen(true))}
      >
        {name}
      </button>
      {isOpen && (
        <div id={id} className={styles.menu} role="menu" aria-label={label} tabIndex={-1} onKeyDown={handleKeyDown}>
          {choices.map((choice) => (
            <button
              key={choice.name}
              type="button"
              className={styles.menuItem}
              role="menuitemradio"
              aria-checked={choice.value === selected}
              tabIndex={-1}
              onClick={() => {
                onSelect(choice.value);
                close();
              }}
            >
              {choice.name}
              {choice.value === selected && <Icon icon={Check} size={16} />}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items.at(at - 1),
    Home: items[0],
    End: items.at(-1),
  };
  if (!targets[event.key]) return;
  event.preventDefault();
  targets[event.key]?.focus();
}
