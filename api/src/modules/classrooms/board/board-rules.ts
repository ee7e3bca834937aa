import type { ClassroomBoard } from '@manabiba/shared/contract/classroom-board';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import { isModeratorOf } from '../classroom-rules';
import { accessOf, type Place } from '../room/room-row';

/** A class that never had a board has this one. */
export const CLOSED_BOARD: ClassroomBoard = {
  isOpen: false,
  access: 'hosts',
  drawerIds: [],
  epoch: 0,
  canRestore: false,
};

/**
 * Throws `role_required` unless a participant may draw: host and co-hosts, and those whom they allow. A drawing may
 * contain words, so the rules of comments apply too; and whom the host has muted does not draw either.
 */
export function requireDrawer(
  viewer: Pick<SignedInViewer, 'id' | 'canSpeak'>,
  place: Place,
  { access, drawerIds }: Pick<ClassroomBoard, 'access' | 'drawerIds'>,
): void {
  if (isModeratorOf(accessOf(place))) return;
  const isAllowed = access === 'everyone' || (access === 'named' && drawerIds.includes(viewer.id));
  if (!isAllowed || !viewer.canSpeak || place.me?.muted_by_host !== false) throw new AppError('role_required');
}
