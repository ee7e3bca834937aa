import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { CircleUserRound } from 'lucide-react';
import { useState } from 'react';

/** Opens Google's window and stays busy until its result has been handled. */
export function GoogleButton({ children, onPress }: { children: string; onPress: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  const handleClick = async () => {
    setIsBusy(true);
    try {
      await onPress();
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button isBlock isLoading={isBusy} icon={<Icon icon={CircleUserRound} />} onClick={() => void handleClick()}>
      {children}
    </Button>
  );
}
