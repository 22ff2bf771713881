/** The address of an installation, as it may be given: with slashes or `/api/v1` at its end. */
export const installationAt = (url: string): string => url.replace(/(?:\/api\/v1)?\/*$/, '')
