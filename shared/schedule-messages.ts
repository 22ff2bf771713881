import type { JobType } from '#shared/jobs.ts'
import type { KeyReach } from '#shared/sheet-keys.ts'
import type { SheetMode } from '#shared/sheet-writing.ts'

/** Days from one to another, either of which can be missing. */
const daysInWords = (from: string | null | undefined, to: string | null | undefined): string =>
  [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ') || 'any time'

/** Messages about schedules, apart from `messages` because only the screens of schedules need them. */
export const scheduleMessages = {
  nameNeeded: 'Please enter a name for the schedule',
  timeInvalid: 'Please enter a time such as 06:00',
  daysNeeded: 'Please choose at least one day of the week',
  dayRepeated: 'A day of the week can be chosen only once',
  cronFields: 'A cron text has five fields: minute, hour, day of the month, month, day of the week',
  cronUnreadable: 'This cron text cannot be read. It takes numbers, names such as MON or JAN, and the signs * , - /',
  cronNever: 'This cron text never fires',
  cronTooOften: (minutes: number) => `A schedule can run every ${minutes} minutes at most`,
  relativeDay: 'Please choose one of the offered days, or a number of days such as 7-days-ago',
  periodReversed: 'The first day is never before the last one',
  datesTwice: 'Please leave the dates out of the request: the schedule sets them',
  formatTwice: 'Please leave the format out of the request: the schedule sets it',
  datesOfSelection: 'Chosen items have no dates. Please leave the relative dates out',
  datesNeedStart: 'Please choose a first or a last day',
  tooMany: (max: number) => `You have ${max} schedules. Please delete one first.`,
  requestOrDestination: 'The request names a spreadsheet already. Please choose a spreadsheet or a destination, not both',
  deliveryInRequest: 'Please choose the destination in the schedule, not in its request',
  deletedNeedsChanges: 'Rows for deleted items belong to a schedule that delivers only what changed',
  deletedNeedsName: (columns: readonly string[]) =>
    `Rows for deleted items need a column that says which item it was: ${columns.join(' or ')}`,
  changesOfSelection: 'Chosen items are exported as a whole. Please use filters to deliver only what changed',
  changesOfDates: 'A schedule that delivers only what changed has no dates: each run begins where the last one ended',
  overtaken: 'A later run of the schedule has begun meanwhile. It delivers these changes as well.',
  deletedUntold: 'The shop shows only orders of the last 60 days, so it does not tell which orders were deleted',
  storeGone: 'A store of the schedule was deleted.',
  storeInactive: (store: string) => `${store}: the store is inactive.`,
  ownerGone: 'The owner is not on the team any more.',
  rightLost: 'The owner lost the right to export from a store of the schedule.',
  requestOutdated: 'An earlier version made this schedule, and its request cannot be read any more.',
  cronOutdated: 'Its cron text has no next run, as cron reads it. Please choose other times.',
  storesChanged: 'Its stores were changed while it was paused.',
  pausedBy: (name: string) => `Paused by ${name}.`,
  alreadyPaused: 'The schedule is paused already',
  notPaused: 'The schedule is not paused',
  stillRunning: 'The last run had not ended.',
  waited: 'Waited for the end of the last run.',
  missedRuns: (count: number) => (count === 1 ? 'One run was missed.' : `${count} runs were missed.`),
  emptyPeriod: 'The dates mean no day at this time.',
  openRun: 'The last run of the schedule has not ended. Please wait for it or cancel it',
  takeOver: (level: number) => `Only role level ${level} in all stores of a schedule, with the right to export, can take it over.`,
  notYours: (level: number) => `Only the owner of a schedule, or role level ${level} in all of its stores, can do this.`,
  onlyOwner: 'Only the owner can change or run a schedule. Please take it over first.',
  alreadyYours: 'This schedule is yours already',
  copied: 'This is a copy. It runs once it is resumed.',
  ownLimit: (max: number) => `The schedules of each person can run ${max} exports at a time`,
  copyOf: (name: string) => `Copy of ${name}`,
  cronHint: 'Minute, hour, day of the month, month, day of the week: 0 6 * * 1-5',
  periodHint: 'The days move with the calendar. Each run exports what was created in them.',
  lastRunHint:
    'Each run begins with the whole day of the last successful one, so what was created on that day comes again. “Only what changed” delivers each change once.',
  fixedDays: (from: string | undefined, to: string | undefined) => `Always ${daysInWords(from, to)}`,
  firstRunDays: (from: string | null, to: string | null) => `The first of them exports ${daysInWords(from, to)}.`,
  lastRunDays: (to: string | null) =>
    to === null
      ? 'Each exports from the day of the last successful run. Before there is one, it exports everything.'
      : `The first of them exports from the day of the last successful run to ${to}. Before there is one, it exports everything to that day.`,
  otherDates: (from: string | null, to: string | null) => daysInWords(from, to),
  deliversLabels: { all: 'Everything', changes: 'Only what changed' },
  changesHint: 'The first run exports everything. Later ones export what is new or was changed, each change once.',
  deletedHint: 'With “yes” in a further column, Deleted',
  sheetUrlHint: 'Each run writes into this document.',
  sheetModeLabels: { new: 'Writes a new sheet', replace: 'Replaces a sheet', update: 'Updates the rows of a sheet' } satisfies Record<
    SheetMode,
    string
  >,
  sheetModeHints: {
    new: 'Its name has the day and the time of the run.',
    replace: 'All of its values are replaced at once. Its place, its size and its formats stay.',
    update: 'Rows are found by a column, and new ones follow the last one. Columns of your own stay as they are.',
  } satisfies Record<SheetMode, string>,
  sheetTabHint: 'It is added if the document has none of this name.',
  sheetKeyHint: 'Each row needs a value of its own there, such as an id.',
  sheetKeyHints: {
    everywhere: 'This one names the same item for good.',
    store: 'Two stores can have the same value there. Let no export of another store update this sheet.',
    none: 'Several items can have the same value there, now or later. One then overwrites the row of another. An id is safer.',
  } satisfies Record<KeyReach, string>,
  sheetKeyMissing: {
    product_export:
      'A product has several rows here, of which only the first have a value there, so the runs would fail. Please choose 1 as Rows Per Product in the export.',
    order_export:
      'An order has a row for each of its line items here, so the runs would fail. Please choose the id of the line item, or leave the columns of line items out of the export.',
  } satisfies Record<JobType, string>,
  mine: (count: number, paused: number) => `My schedules (${count}${paused > 0 ? `, ${paused} paused` : ''})`,
  goesTo: (destination: string) => `to ${destination}`,
  saved: 'Schedule saved.',
  saveFailed: 'The schedule could not be saved',
  maybeAdded:
    'The server did not answer, so it is not known whether the schedule was saved. Please look for it in My schedules, under My exports, before you add it again.',
  previewFailed: 'The next runs could not be loaded',
  runsFirst: (name: string, moment: string, zone: string) => `“${name}” runs first on ${moment} (${zone}).`,
  whereFound: 'You find it under My exports, where it can be run, paused and changed.',
  runAsked: 'The schedule runs now.',
  paused: 'Schedule paused.',
  resumed: 'Schedule resumed.',
  changeFailed: 'The schedule could not be changed',
  duplicated: 'Copied. The copy is paused until it is resumed.',
  deleteConfirm: (name: string) => `Delete "${name}" with the list of its runs? The exports that it made stay.`,
  deleted: 'Schedule deleted.',
  deleteFailed: 'The schedule could not be deleted',
  takeOverConfirm: (name: string, owner: string | null) =>
    `Take over "${name}"${owner === null ? '' : ` from ${owner}`}? From then on it runs with your rights, and it is yours to change.`,
  takenOver: 'The schedule is yours now.',
  takeOverFailed: 'The schedule could not be taken over',
  runsFailed: 'Failed to load the runs',
  noRuns: 'It has not run yet.',
  loadFailed: 'Failed to load schedules',
  none: 'Begin with an export, and press Repeat in its dialog.',
  noOwner: 'Deleted person',
  howToGoOn: 'To go on, press Resume.',
  lastRunSaid: (reason: string) => `Last run: ${reason}`,
} as const
