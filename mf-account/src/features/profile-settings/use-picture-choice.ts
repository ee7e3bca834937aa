import { TOO_LARGE } from '@manabiba/shared/contract/error-sentences';
import { MAX_UPLOAD_BYTES } from '@manabiba/shared/contract/limits';
import { typeRefusal } from '@manabiba/shared/contract/upload-types';
import { typeOfFile } from '@manabiba/shared/forms/file-type';
import { useState } from 'react';

import type { AvatarChange } from './use-profile-form';

/** Turns a file into a new avatar: validates it, crops it, and passes it on. */
export function usePictureChoice(onChange: (change: AvatarChange) => void) {
  /** URL of the image being cropped. */
  const [source, setSource] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();

  const choose = async (file: File) => {
    const wrong = await problemOf(file);
    setProblem(wrong);
    if (!wrong) setSource(URL.createObjectURL(file));
  };
  const close = () => {
    if (source) URL.revokeObjectURL(source);
    setSource(null);
  };
  const handleCropped = (picture: Blob) => {
    close();
    onChange({ kind: 'new', picture, url: URL.createObjectURL(picture) });
  };
  const handleBroken = () => {
    close();
    setProblem('画像を読み込めませんでした。別の画像を選択してください。');
  };
  const handleTooSmall = () => {
    close();
    setProblem('画像が小さすぎます。縦と横がどちらも200px以上の画像を選択してください。');
  };
  return { source, problem, choose, close, handleCropped, handleBroken, handleTooSmall };
}

async function problemOf(file: File): Promise<string | undefined> {
  const refusal = typeRefusal('avatar', await typeOfFile(file));
  if (refusal !== null) return refusal;
  return file.size > MAX_UPLOAD_BYTES ? `${TOO_LARGE}10MBまでの画像を選択してください。` : undefined;
}
