import { eventEmbedPath } from '@manabiba/shared/contract/event-embed';
import { copyText, useConfig } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Panel } from '@manabiba/shared/ui/panel';
import { Copy } from 'lucide-react';

import styles from './event-run.module.css';

const FORMS = [
  { form: 'card', label: 'カードのHTMLをコピー', width: 360, height: 420 },
  { form: 'button', label: 'ボタンのHTMLをコピー', width: 280, height: 48 },
] as const;

/** Copies the HTML with which the organizer shows an event on another website. */
export function EmbedPanel({ event }: { event: { id: string; title: string } }) {
  const { publicUrl } = useConfig();
  const copy = (html: string) => void copyText(html, { copied: 'HTMLをコピーしました。' });
  return (
    <Panel className={styles.embed}>
      <h2 className={styles.heading}>ほかのサイトに載せる</h2>
      <p className={styles.note}>
        HTMLをご自身のサイトに貼ると、日時、料金、満席かどうかがいつも最新の内容で表示され、押した人にはこのイベントのページが開きます。
      </p>
      <ul className={styles.embedForms}>
        {FORMS.map(({ form, label, ...size }) => {
          const url = new URL(eventEmbedPath(event.id, form), publicUrl).href;
          return (
            <li key={form}>
              <Button icon={<Icon icon={Copy} />} onClick={() => copy(frameOf({ url, title: event.title, ...size }))}>
                {label}
              </Button>
              <a className={buttonClass({ variant: 'ghost' })} href={url} target="_blank" rel="noopener">
                表示を確かめる
              </a>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function frameOf({ url, title, width, height }: { url: string; title: string; width: number; height: number }) {
  const frame = document.createElement('iframe');
  frame.src = url;
  frame.title = title;
  frame.width = String(width);
  frame.height = String(height);
  // Written as an attribute, since not every browser reflects the property.
  frame.setAttribute('loading', 'lazy');
  frame.setAttribute('style', 'border:0;max-width:100%');
  return frame.outerHTML;
}
