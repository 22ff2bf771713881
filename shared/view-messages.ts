/** Messages about saved views of lists; part of `messages`. */
export const viewMessages = {
  nameNeeded: 'Please enter a name for the view',
  nameTaken: 'You have a view with this name already',
  notYours: (level: number) => `Only the person who saved a view, or role level ${level} in all of its stores, can change it.`,
  unknownFields: (names: readonly string[]) => `The list cannot be filtered by these fields or values: ${names.join(', ')}`,
  searchTooLong: (max: number) => `The filters of a view can have at most ${max} characters.`,
  unknownColumns: (columns: readonly string[]) => `Unknown columns: ${columns.join(', ')}`,
  columnTwice: 'A column can be shown only once',
  ownerGone: 'The person who saved this view is no longer on the team, so it can only be shared or deleted.',
  keeps: 'It keeps the filters, the sort and the columns.',
  anywhere: 'Otherwise it opens with the stores that are chosen at the time.',
  sharing: (level: number) => `Everybody on the team sees it. You, and role level ${level} in all of its stores, can change it.`,
  shared: 'Shared with the team',
  private: 'Only you see this view',
  saved: 'View saved.',
  deleted: 'View deleted.',
  saveFailed: 'The view could not be saved',
  deleteFailed: 'The view could not be deleted',
  deleteConfirm: (name: string, shared: boolean) =>
    shared ? `Delete "${name}" for the whole team? The list itself stays as it is.` : `Delete "${name}"? The list itself stays as it is.`,
  tooMany: (max: number) => `You have ${max} views. Please delete one first.`,
} as const
