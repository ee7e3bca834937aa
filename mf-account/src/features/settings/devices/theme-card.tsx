import { useSession, useSetTheme } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { RadioCards } from '@manabiba/shared/ui/radio-cards';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { Monitor, Moon, Sun } from 'lucide-react';

const themes = [
  { value: 'system', label: '端末の設定に合わせる', icon: <Icon icon={Monitor} /> },
  { value: 'light', label: 'ライト', icon: <Icon icon={Sun} /> },
  { value: 'dark', label: 'ダーク', icon: <Icon icon={Moon} /> },
] as const;

/** The theme of this device; takes effect immediately without saving. */
export function ThemeCard({ id }: { id: string }) {
  const theme = useSession((session) => session.theme);
  const setTheme = useSetTheme();

  function handleChange(value: string) {
    const chosen = themes.find((option) => option.value === value);
    if (chosen) setTheme(chosen.value);
  }

  return (
    <SettingCard id={id} title="表示">
      <RadioCards
        legend="画面の明るさ"
        options={themes}
        value={theme}
        onChange={(event) => handleChange(event.target.value)}
      />
    </SettingCard>
  );
}
