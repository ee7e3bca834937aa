import type { BoardElement } from '@manabiba/shared/contract/board-elements';
import { getClassroomBoard, saveBoardPicture } from '@manabiba/shared/data/endpoints';
import { callEndpoint } from '@manabiba/shared/platform';
import { saveBlob, saveFile } from '@manabiba/shared/ui/save-file';

import { boardFile } from './board-file';
import { boardPicture } from './board-picture';

/** Said when a browser cannot draw the picture. */
export const UNDRAWN = '画像を作れませんでした。ファイルで保存してください。';

/**
 * Adds a picture of the board as it is now to the materials of the class; returns false for an empty board. Rejects with
 * `ApiError`, or when the browser cannot draw it.
 */
export async function keepBoard(classroomId: string): Promise<boolean> {
  const params = { id: classroomId };
  const { elements } = await callEndpoint(getClassroomBoard, { params });
  if (elements.length === 0) return false;
  const image = await base64Of(await boardPicture(elements));
  await callEndpoint(saveBoardPicture, { params, body: { image } });
  return true;
}

/** Saves the board as a picture through the browser's downloads. Rejects when the browser cannot draw it. */
export const saveBoardAsPicture = async (elements: readonly BoardElement[], name: string): Promise<void> =>
  saveBlob(`${name}.png`, await boardPicture(elements));

/** Saves the board in the format of its editor. */
export const saveBoardAsFile = (elements: readonly BoardElement[], name: string): void =>
  saveFile(`${name}.excalidraw`, boardFile(elements), 'application/json');

async function base64Of(blob: Blob): Promise<string> {
  const url = await new Promise<string>((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error ?? new Error('The picture cannot be read'));
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(',') + 1);
}
