import { personStorage } from '@manabiba/shared/platform';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Switch } from '@manabiba/shared/ui/switch';
import { Keyboard } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

import { isKeyTaken } from './is-key-taken';

import styles from './room-keys.module.css';

const NAME = 'room-keys';
const storage = personStorage('local');

/** The tabs of the side panel by the key that opens them. */
const tabKeys: Readonly<Record<string, string>> = { P: 'people', C: 'comments', Q: 'questions' };

const rows = [
  { key: 'M', does: 'マイクのオン・オフ' },
  { key: 'V', does: 'カメラのオン・オフ' },
  { key: 'H', does: '手を挙げる・下ろす' },
  { key: 'P', does: '参加者を開く' },
  { key: 'C', does: 'コメントを開いて書く' },
  { key: 'Q', does: '質問を開いて書く' },
] as const;
const alwaysRows = [
  { key: 'Space', does: '押しているあいだだけマイクをオン' },
  { key: '?', does: 'この一覧を開く' },
  { key: 'Esc', does: '一覧やメニューを閉じる' },
] as const;

/** The keys of a room, and the button for their sheet. The keys of one letter can be turned off. */
export function RoomKeys() {
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useState(() => storage.read(NAME) !== 'off');
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || isKeyTaken(event)) return;
    if (event.key === '?') setIsOpen(true);
    else if (isOn && !event.shiftKey && event.code.startsWith('Key') && handleLetter(event.code.slice(3)))
      event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  const handleChange = (isWanted: boolean) => {
    setIsOn(isWanted);
    if (isWanted) storage.remove(NAME);
    else storage.write(NAME, 'off');
  };
  return (
    <>
      <IconButton
        className={styles.tool}
        label="キーボードの操作"
        aria-keyshortcuts="?"
        onClick={() => setIsOpen(true)}
      >
        <Icon icon={Keyboard} />
      </IconButton>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="キーボードの操作" size="small">
        <Keys label="文字のキー" rows={rows} isOff={!isOn} />
        <Keys label="そのほかのキー" rows={alwaysRows} />
        <Switch
          label="文字のキーを使う"
          hint="音声入力などで意図せず動くときは、オフにしてください。"
          checked={isOn}
          onChange={({ target }) => handleChange(target.checked)}
        />
      </Dialog>
    </>
  );
}

interface KeysProps {
  label: string;
  rows: readonly { key: string; does: string }[];
  isOff?: boolean;
}

const Keys = ({ label, rows: shown, isOff = false }: KeysProps) => (
  <ul aria-label={label} className={styles.keys} data-off={isOff || undefined}>
    {shown.map(({ key, does }) => (
      <li key={key}>
        <kbd>{key}</kbd>
        {does}
      </li>
    ))}
  </ul>
);

/** Does what a letter stands for: opens a tab, or clicks the control that names it. Returns whether there is one. */
function handleLetter(letter: string): boolean {
  const name = tabKeys[letter];
  if (name !== undefined) return openTab(name);
  const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${letter}"]`);
  control?.click();
  return control !== null;
}

/** Opens a tab of the side panel and goes to its text field, or to the tab where nothing can be written. */
function openTab(name: string): boolean {
  const tab = document.querySelector<HTMLElement>(`[role="tab"][id$="-${name}"]`);
  if (!tab) return false;
  tab.click();
  requestAnimationFrame(() => {
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    (panel?.querySelector('textarea') ?? tab).focus();
  });
  return true;
}
