/** Messages of all screens about connection, rows and session, and announcements of purely visual changes; part of `messages`. */
export const screenMessages = {
  refreshFailed: (why: string, since: string) => `Could not refresh. Shown as of ${since}. ${why}`,
  sessionEnded: 'Your session has ended. Please log in again.',
  discardConfirm: 'Your changes are not saved. Discard them?',
  leaveExportConfirm: 'An export is running. Leaving this page cancels it.',
  offline: 'You are offline. Nothing can be loaded or saved.',
} as const

export const announcements = {
  storeAdded: 'Store added.',
  storeSaved: 'Store saved.',
  storeDeleted: 'Store deleted.',
  personChanged: 'Team updated.',
  templateDeleted: 'Template deleted.',
  keyRevoked: 'API key revoked.',
  serviceAccountSaved: 'Service account saved.',
  serviceAccountDeleted: 'Service account deleted.',
  webhookSaved: 'Webhook saved.',
  webhookDeleted: 'Webhook deleted.',
} as const

export const screenHints = {
  storeUnseen: (shown: string) => `The store in this link is inactive or deleted, or you have no access to it. ${shown} is shown instead.`,
  storesUnseen: 'Some stores in this link are inactive or deleted, or you have no access to them. They are left out.',
  rightsUnknown: 'Your permissions could not be loaded',
  rightsUnknownHint: 'Until then, you can open only this screen and your settings.',
} as const
