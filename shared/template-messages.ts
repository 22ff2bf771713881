/** Messages about templates of exports; part of `messages`. */
export const templateMessages = {
  nameNeeded: 'Please enter a template name',
  nameTaken: 'Another template has this name',
  notYours: (level: number) => `Only the person who saved a template, or role level ${level} for all stores, can change it.`,
  unknownColumns: (columns: readonly string[]) => `Unknown columns: ${columns.join(', ')}`,
  saved: 'Template saved successfully!',
  loaded: (name: string) => `Template "${name}" loaded!`,
  saveFailed: 'Failed to save template',
  deleteFailed: 'Failed to delete template',
  deleted: 'Template deleted!',
  deleteConfirm: 'Are you sure you want to delete this template?',
} as const
