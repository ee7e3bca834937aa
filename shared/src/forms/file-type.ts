import { DETECTED_BYTES, detectType } from '../contract/upload-types';

/** Returns the media type of a file by its content; by its name when the content is of an unknown type. */
export async function typeOfFile(file: Blob): Promise<string> {
  const start = await file.slice(0, DETECTED_BYTES).arrayBuffer();
  return detectType(new Uint8Array(start)) ?? file.type;
}
