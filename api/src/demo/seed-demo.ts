import type { Pool } from 'pg';
import type { DemoPermission } from './demo-permission';

export interface DemoOptions {
  pool: Pool;
  now: Date;
  permission: DemoPermission;
}

/** Fills an empty product with invented people and what they do. Does nothing when that is there already. */
export async function seedDemo(_options: DemoOptions & { passwordHash?: string }): Promise<{ isSeeded: boolean }> {
  throw new Error('not yet');
}
