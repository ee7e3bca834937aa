import { Notice } from '@manabiba/shared/ui/notice';
import { useEffect, useRef } from 'react';

/** Why a payment failed or could not be started. It comes into view: the button that was clicked is far below it. */
export function Refusal({ children }: { children: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
  }, [children]);
  return (
    <div ref={place}>
      <Notice tone="error" role="alert">
        {children}
      </Notice>
    </div>
  );
}
