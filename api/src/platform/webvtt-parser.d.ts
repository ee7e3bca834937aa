declare module 'webvtt-parser' {
  /** A part of the text of a cue: `value` of a text is the text, of a voice its annotation. */
  export interface CueNode {
    type?: 'text' | 'object' | 'timestamp';
    name?: string;
    value?: string | number;
    children?: CueNode[];
  }

  /** `line` counts from 1. */
  export interface ParsingError {
    message: string;
    line: number;
  }

  interface ParsedFile {
    cues: { startTime: number; endTime: number; tree: CueNode }[];
    errors: ParsingError[];
  }

  const webvtt: {
    /** `entities` are the character references that are resolved, by name. */
    WebVTTParser: new (entities: Readonly<Record<string, string>>) => {
      parse(text: string, mode: 'subtitles' | 'chapters' | 'metadata'): ParsedFile;
    };
  };
  export default webvtt;
}
