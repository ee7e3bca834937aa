import { Button } from '@manabiba/shared/ui/button';
import { GuardPanel } from '@manabiba/shared/ui/guard-panel';
import { Cookie } from 'lucide-react';

/** Shown in place of the forms when the browser stores no cookies: the user would be signed out on the next page. */
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
