import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';

interface PromptButtonProps {
  icon: LucideIcon;
  children: string;
  onClick: () => Promise<void>;
}

/** Opens a window of Google or the browser and stays busy until its result has been handled. */
export function PromptButton({ icon, children, onClick }: PromptButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const handleClick = async () => {
    setIsBusy(true);
    try {
      await onClick();
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button isBlock isLoading={isBusy} icon={<Icon icon={icon} />} onClick={() => void handleClick()}>
      {children}
    </Button>
  );
}
