export interface EmbeddedPostgres {
  url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export function startPostgres(options: {
  dataDir: string;
  isThrowaway?: boolean;
  binaries?: string;
  onRestart?: (error?: Error) => void;
}): Promise<EmbeddedPostgres>;
