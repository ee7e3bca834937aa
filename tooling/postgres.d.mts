export interface EmbeddedPostgres {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export function startPostgres(options: { dataDir: string; isThrowaway?: boolean; binaries?: string }): Promise<EmbeddedPostgres>;
