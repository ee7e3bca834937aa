import { useEffect, useEffectEvent, useState } from 'react';

/** Returns what `read` finds out about the page's colours; reads again when the user or the device changes the theme. */
export function usePageAppearance<T>(read: () => T): T {
  const [appearance, setAppearance] = useState(read);
  const look = useEffectEvent(() => setAppearance(read()));
  useEffect(() => {
    const device = matchMedia('(prefers-color-scheme: dark)');
    const choice = new MutationObserver(() => look());
    const handleChange = () => look();
    device.addEventListener('change', handleChange);
    choice.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      device.removeEventListener('change', handleChange);
      choice.disconnect();
    };
  }, []);
  return appearance;
}

/** Whether the page is dark now. */
export const isPageDark = () => getComputedStyle(document.documentElement).colorScheme === 'dark';
