import type { ApiOptions } from './api';
import { CHALLENGE_DONE } from './channel';
import { labelsIn } from './language';

const DIALOG_STYLE = {
  width: 'min(440px, 100vw - 24px)',
  height: 'min(440px, 100dvh - 24px)',
  padding: '0',
  border: '0',
  borderRadius: '12px',
  overflow: 'hidden',
  background: 'Canvas',
  color: 'CanvasText',
  colorScheme: 'light dark',
  // The page's style sheets do not reach the dialog's backdrop.
  boxShadow: '0 0 0 200vmax rgb(16 18 22 / 0.5)',
} as const;
const BUTTON_STYLE = {
  display: 'block',
  width: '100%',
  height: '48px',
  padding: '0 20px',
  border: '0',
  borderBottom: '1px solid color-mix(in srgb, CanvasText 16%, Canvas)',
  background: 'Canvas',
  color: 'CanvasText',
  textAlign: 'end',
  textDecoration: 'underline',
  font: '600 14px system-ui, sans-serif',
  cursor: 'pointer',
} as const;

/** Returns whether a URL is a 3-D Secure challenge, a page of the engine that can be framed. */
export function isChallenge({ origin }: ApiOptions, address: string): boolean {
  const url = new URL(address);
  return url.origin === origin && url.pathname.startsWith('/challenge/');
}

/**
 * Shows a challenge over the page until it has ended. Closing it counts as a failed challenge so that the intent does
 * not wait for a customer who has left.
 */
export function showChallenge(api: ApiOptions, address: string): Promise<void> {
  const labels = labelsIn(api.locale);
  const url = new URL(address);
  url.searchParams.set('frame', '1');
  const dialog = document.createElement('dialog');
  const close = document.createElement('button');
  const frame = document.createElement('iframe');
  Object.assign(dialog.style, DIALOG_STYLE);
  Object.assign(close.style, BUTTON_STYLE);
  Object.assign(frame.style, { display: 'block', width: '100%', height: 'calc(100% - 48px)', border: '0' });
  dialog.setAttribute('aria-label', labels.challengeTitle);
  close.type = 'button';
  close.textContent = labels.close;
  frame.title = labels.challengeTitle;
  frame.src = url.href;
  dialog.append(close, frame);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    const end = () => {
      removeEventListener('message', onMessage);
      dialog.close();
      dialog.remove();
      done();
    };
    const onMessage = ({ origin, source, data }: MessageEvent<{ kind?: string } | null>) => {
      if (origin === api.origin && source === frame.contentWindow && data?.kind === CHALLENGE_DONE) end();
    };
    const refuse = () => void giveUp(url).finally(end);
    addEventListener('message', onMessage);
    close.addEventListener('click', refuse);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      refuse();
    });
  });
}

/** The caller queries the intent for the outcome. */
async function giveUp(url: URL): Promise<void> {
  const secret = url.searchParams.get('client_secret') ?? '';
  const body = new URLSearchParams({ outcome: 'fail', client_secret: secret, frame: '1' });
  await fetch(url.origin + url.pathname, { method: 'POST', mode: 'no-cors', credentials: 'omit', body }).catch(
    () => undefined,
  );
}
