/** Folders and a name of our own characters; only the name may have an extension, so no part can be `..` or hidden. */
const KEY = /^[a-z_]+(\/[A-Za-z0-9_-]+){1,5}(\.[a-z0-9]+)?$/;
const FOLDER = /^[a-z_]+(\/[A-Za-z0-9_-]+){1,4}$/;

/** Returns the key if it is one; throws otherwise. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`${key} is not a valid file key`);
  return key;
}

/** Returns the folder if it is one; throws otherwise. The storage itself is none. */
export function checkedFolder(folder: string): string {
  if (!FOLDER.test(folder)) throw new Error(`${folder} is not a valid folder of files`);
  return folder;
}
