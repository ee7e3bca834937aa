/**
 * URLs of series and certificates. Apart from `paths`, which every page loads: only late parts and servers lead here.
 */
export const seriesPattern = '/series/{id}';

export const seriesPath = (id: string) => `/series/${encodeURIComponent(id)}`;

export const certificatePath = (code: string) => `/certificates/${encodeURIComponent(code)}`;
