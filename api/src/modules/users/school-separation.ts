/**
 * Whether a school keeps the host and the viewer apart: one of them is of a school that keeps its pupils among
 * themselves, and the other is not of it. Both are expressions of SQL; `viewerId` is null for visitors.
 */
export const isApart = (hostId: string, viewerId: string) => `exists (select 1 from users h
    left join users v on v.id = ${viewerId}
    join partner_schools s on s.classmates_only and s.id in (h.partner_school_id, v.partner_school_id)
    where h.id = ${hostId} and h.partner_school_id is distinct from v.partner_school_id)`;
