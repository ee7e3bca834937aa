import { MAX_NICKNAME_LENGTH } from '@manabiba/shared/contract/limits';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type LucideIcon, Minus, Plus } from 'lucide-react';
import { useState } from 'react';

import styles from './checkout.module.css';

interface CompanionFieldsProps {
  /** The names for further seats, empty while they are not typed. */
  names: readonly string[];
  /** Seats that can be bought at once. */
  maxSeats: number;
  isDisabled: boolean;
  /** Names that are missing are marked. */
  isChecked: boolean;
  onChange: (names: readonly string[]) => void;
}

/** How many seats are bought, and for whom the further ones are. Names that were typed stay for when a seat returns. */
export function CompanionFields({ names, maxSeats, isDisabled, isChecked, onChange }: CompanionFieldsProps) {
  const [typed, setTyped] = useState<readonly string[]>(names);
  const seats = 1 + names.length;
  const resize = (to: number) =>
    onChange(Array.from({ length: to - 1 }, (_, index) => names[index] ?? typed[index] ?? ''));
  const rename = (at: number, name: string) => {
    const renamed = names.map((before, index) => (index === at ? name : before));
    setTyped([...renamed, ...typed.slice(renamed.length)]);
    onChange(renamed);
  };
  return (
    <section className={styles.block} aria-labelledby="checkout-seats">
      <div className={styles.guestHead}>
        <h2 id="checkout-seats">席数</h2>
        <div className={styles.stepper} role="group" aria-labelledby="checkout-seats">
          <Step label="席を減らす" icon={Minus} canStep={!isDisabled && seats > 1} onStep={() => resize(seats - 1)} />
          <output aria-live="polite">{seats}席</output>
          <Step
            label="席を増やす"
            icon={Plus}
            canStep={!isDisabled && seats < maxSeats}
            onStep={() => resize(seats + 1)}
          />
        </div>
      </div>
      {seats > 1 && (
        <div className={styles.gift}>
          <p className={styles.note}>
            お席ごとに入場のリンクをお送りします。お一人ずつお渡しください。リンクを開いた方は、アカウントなしで視聴できます。
          </p>
          {names.map((name, index) => (
            <TextField
              key={index}
              label={`お連れの方${names.length > 1 ? ` ${index + 1}人目` : ''}のお名前`}
              autoComplete="off"
              maxLength={MAX_NICKNAME_LENGTH}
              value={name}
              disabled={isDisabled}
              error={isChecked && name.trim() === '' ? 'お連れの方のお名前を入力してください。' : undefined}
              onChange={({ target }) => rename(index, target.value)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface StepProps {
  label: string;
  icon: LucideIcon;
  canStep: boolean;
  onStep: () => void;
}

/** Stays focusable at its limit, so that a click does not lose the focus. */
function Step({ label, icon, canStep, onStep }: StepProps) {
  return (
    <IconButton label={label} isOutlined aria-disabled={!canStep} onClick={canStep ? onStep : undefined}>
      <Icon icon={icon} />
    </IconButton>
  );
}
