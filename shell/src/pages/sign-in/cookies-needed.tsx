import { Button } from '@manabiba/shared/ui/button';
import { GuardPanel } from '@manabiba/shared/ui/guard-panel';
import { Cookie } from 'lucide-react';

/** Stands in place of the forms where the browser keeps no cookie: whoever signed in would be signed out at the next page. */
export function CookiesNeeded() {
  return (
    <div role="alert">
      <GuardPanel
        sign={Cookie}
        title="Cookieが保存されないため、ログインできません。"
        actions={
          <Button variant="primary" onClick={() => location.reload()}>
            もう一度試す
          </Button>
        }
      >
        このブラウザの設定で、Cookieの保存を許可してください。
      </GuardPanel>
    </div>
  );
}
