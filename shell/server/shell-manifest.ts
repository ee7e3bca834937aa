/** What the shell's build wrote about itself: paths under `client/`, or whole URLs. */
export interface ShellManifest {
  /** Hash of the build; part of every URL, so that files never change under theirs. */
  version: string;
  js: string[];
  css: string[];
}
