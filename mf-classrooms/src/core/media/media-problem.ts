/** Why a microphone or a camera cannot be used. */
export type MediaProblem = 'denied' | 'missing' | 'busy' | 'insecure' | 'failed';

/** The affected device. When the user wants both, the page requests both at once. */
export type MediaDevice = 'mic' | 'camera';

/** Returns why opening a device failed, given the rejection of `getUserMedia`. */
export function mediaProblemOf(error: unknown): MediaProblem {
  switch (error instanceof Error || error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'PermissionDeniedError':
      return 'denied';
    case 'NotFoundError':
    case 'DevicesNotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return 'busy';
    case 'SecurityError':
      return 'insecure';
    default:
      return 'failed';
  }
}

/** Whether the page may use devices at all: browsers allow it only over HTTPS or on localhost. */
export const hasDevices = () => (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia !== undefined;

const deviceName: Readonly<Record<MediaDevice, string>> = { mic: 'マイク', camera: 'カメラ' };

/** Returns the title of a problem and a short hint for solving it. */
export function problemWords(problem: MediaProblem, device: MediaDevice): { title: string; hint: string } {
  const name = deviceName[device];
  switch (problem) {
    case 'denied':
      return { title: `${name}の使用を許可してください。`, hint: 'アドレスバーの設定から変更できます。' };
    case 'missing':
      return { title: `${name}が見つかりません。`, hint: 'つなぐと、この画面が自動で変わります。' };
    case 'busy':
      return {
        title: `${name}がほかのアプリで使われています。`,
        hint: '使っているアプリを閉じてから、もう一度お試しください。',
      };
    case 'insecure':
      return {
        title: `この接続では、${name}を使用できません。`,
        hint: 'アドレスが https:// で始まるページを開くと使用できます。',
      };
    case 'failed':
      return { title: `${name}を使用できませんでした。`, hint: '端末を確認してから、もう一度お試しください。' };
  }
}

type Browser = 'chromium' | 'firefox' | 'safari' | 'ios';

/** Returns the browser whose settings to describe. */
export function browserOf(userAgent: string): Browser {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (userAgent.includes('Firefox/')) return 'firefox';
  return /Chrome\/|Chromium\//.test(userAgent) ? 'chromium' : 'safari';
}

const ways: Readonly<Record<Browser, readonly string[]>> = {
  chromium: ['アドレスの左にある設定のマークを押す', 'マイクとカメラを「許可」にする', 'この画面に戻る'],
  firefox: ['アドレスの左にあるマイクまたはカメラのマークを押す', '「ブロック」の横の×を押す', 'この画面に戻る'],
  safari: [
    'メニューの「Safari」から「このWebサイトでの設定」を開く',
    'マイクとカメラを「許可」にする',
    'この画面に戻る',
  ],
  ios: ['アドレスの左にあるマークから「Webサイトの設定」を開く', 'マイクとカメラを「許可」にする', 'この画面に戻る'],
};

/** Returns the steps for allowing the microphone and camera in this browser. */
export const stepsToAllow = (userAgent: string) => ways[browserOf(userAgent)];
