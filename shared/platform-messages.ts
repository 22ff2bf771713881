type Row = { row: string; field: string }

/** Messages about shops that refuse, do not answer, or answer what cannot be read; part of `messages`. */
export const platformMessages = {
  rejected: (store: string) => `${store}: the platform refused the credentials`,
  lacksScope: (store: string, scope: string) => `${store}: the platform denied access (${scope})`,
  unavailable: (store: string) => `${store}: the shop is closed or frozen`,
  notFound: (store: string) => `${store}: no shop found at this address`,
  waiting: (store: string) => `${store}: the shop's rate limit is reached`,
  busy: (store: string) => `${store}: the shop asked us to slow down. Please try again in a moment.`,
  unreachable: (store: string) => `${store}: the shop could not be reached`,
  redirected: (store: string) => `${store}: the shop sent an unexpected redirect`,
  answerInvalid: (store: string) => `${store}: the shop sent an unexpected answer`,
  otherVersion: (served: string, asked: string) =>
    `The shop answered with API version ${served} instead of ${asked}: some values may be missing`,
  refused: (store: string) => `${store}: the platform refused the request`,
  refusedBecause: (store: string, why: string) => `${store}: the platform refused the request: ${why}`,
  rowInvalid: (store: string, row: string, field: string) =>
    `${store}: ${row} cannot be read: the shop sent an unexpected value in the field "${field}"`,
  rowsLeftOut: (rows: readonly Row[], more: number) =>
    `Left out, because the shop sent unexpected values: ${rows.map(({ row, field }) => `${row} (field "${field}")`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
} as const
