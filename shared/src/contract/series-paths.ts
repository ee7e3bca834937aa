/**
 * URLs of series and certificates. Apart from `paths`, which every page loads: only late parts and servers lead there.
 */
export const seriesPattern = '/series/{id}';

export const seriesPath = (id: string) => `/series/${encodeURIComponent(id)}`;

export const certificatePattern = '/certificates/{code}';

export const certificatePath = (code: string) => `/certificates/${encodeURIComponent(code)}`;
