import { Link2, Mail, MessageCircle, Send } from 'lucide-react';

import { Button, buttonClass } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { QrCode } from '../ui/qr-code';
import { TextField } from '../ui/text-field';
import { copyText, type SharedLink } from './share-link';

import styles from './share-dialog.module.css';

interface ShareDialogProps {
  link: SharedLink;
  onClose: () => void;
}

/** 共有: copies a link, sends it through LINE, X or a mail, or shows it as a QR code. */
export function ShareDialog({ link, onClose }: ShareDialogProps) {
  const { url, title } = link;
  return (
    <Dialog isOpen title="共有" size="small" onClose={onClose}>
      <div className={styles.share}>
        <p className={styles.title}>{title}</p>
        <TextField
          label="共有するリンクのURL"
          isLabelHidden
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <Button
          variant="primary"
          isBlock
          data-autofocus
          icon={<Icon icon={Link2} />}
          onClick={() => void copyText(url)}
        >
          リンクをコピー
        </Button>
        <ul className={styles.ways}>
          {waysToSend(link).map(({ name, href, icon }) => (
            <li key={name}>
              <a className={buttonClass({ isBlock: true })} href={href} target="_blank" rel="noopener noreferrer">
                <Icon icon={icon} />
                {name}
              </a>
            </li>
          ))}
        </ul>
        <figure className={styles.figure}>
          <QrCode text={url} label="リンクを開くQRコード" />
          <figcaption>スマートフォンのカメラで読み取ると、リンクが開きます。</figcaption>
        </figure>
      </div>
    </Dialog>
  );
}

/** The services and their documented addresses for sharing. */
function waysToSend({ url, title, text }: SharedLink) {
  const words = text || title;
  return [
    { name: 'LINE', icon: MessageCircle, href: withQuery('https://social-plugins.line.me/lineit/share', { url }) },
    { name: 'X', icon: Send, href: withQuery('https://x.com/intent/post', { text: words, url }) },
    { name: 'メール', icon: Mail, href: mailTo(title, `${words}\n${url}`) },
  ];
}

const withQuery = (address: string, query: Record<string, string>) =>
  `${address}?${new URLSearchParams(query).toString()}`;

/** Mail programs take a plus sign literally, so spaces are percent-encoded. */
const mailTo = (subject: string, body: string) =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
