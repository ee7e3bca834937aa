export const uploadPurposes = ['avatar', 'identity_document', 'event_cover', 'class_material'] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

/** The accepted media types for each purpose. */
export const uploadTypes: Readonly<Record<UploadPurpose, readonly string[]>> = {
  avatar: ['image/jpeg', 'image/png', 'image/webp'],
  identity_document: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  event_cover: ['image/jpeg', 'image/png'],
  class_material: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
};

/** How much of a file `detectType` reads, in bytes. */
export const DETECTED_BYTES = 1024;

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1', 'MiHE', 'MiHB'];
const AVIF_BRANDS = ['avif', 'avis'];

/** Returns the major and the compatible brands of an ISO media file: a photo may have any of its own first. */
function brandsOf(text: string): string[] {
  const length = [...text.slice(0, 4)].reduce((sum, byte) => sum * 256 + byte.charCodeAt(0), 0);
  const compatible = text.slice(16, length).match(/[^]{4}/g) ?? [];
  return [text.slice(8, 12), ...compatible];
}

/**
 * Detects the media type of a file from the beginning of its content, whatever its name says. Knows the accepted types,
 * and those that cameras write instead; null for any other. A PDF may have other bytes before its header.
 */
export function detectType(file: Uint8Array): string | null {
  const text = String.fromCharCode(...file.subarray(0, DETECTED_BYTES));
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp';
  if (text.startsWith('ftyp', 4)) {
    const brands = brandsOf(text);
    // An AVIF names the brand that both have in common, too.
    if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'image/avif';
    return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'image/heic' : null;
  }
  return text.includes('%PDF-') ? 'application/pdf' : null;
}

const CHOICES: Readonly<Record<UploadPurpose, string>> = {
  avatar: 'JPEG、PNG、WebPの画像を選択してください。',
  identity_document: 'JPEG、PNG、WebP、PDFのいずれかを選択してください。',
  event_cover: 'JPEGかPNGの画像を選択してください。',
  class_material: 'PDFか、JPEG、PNG、WebPの画像を選択してください。',
};

/** Returns why a file of this media type is refused, with what to do instead; null when it is accepted. */
export function typeRefusal(purpose: UploadPurpose, type: string | null): string | null {
  if (type !== null && uploadTypes[purpose].includes(type)) return null;
  return type === 'image/heic' || type === 'image/heif'
    ? 'HEIC形式の写真は使えません。写真を画面に表示してスクリーンショットを撮り、その画像を選択してください。iPhoneでは「設定」の「カメラ」→「フォーマット」で「互換性優先」を選ぶと、これから撮る写真はそのまま使えます。'
    : CHOICES[purpose];
}
