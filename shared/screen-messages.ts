/** What any screen says about its connection, its rows and its session, and screen readers where a change shows without a word; part of `messages`. */
export const screenMessages = {
  screen: {
    refreshFailed: (why: string, since: string) => `Could not refresh. Shown as of ${since}. ${why}`,
    sessionEnded: 'Your session has ended. Please log in again.',
    discardConfirm: 'What you have filled in is not saved. Discard it?',
    leaveExportConfirm: 'An export is running. It ends if you leave this page.',
    offline: 'You are offline. Nothing can be loaded or saved.',
  },
  announced: {
    storeAdded: 'The store is added.',
    storeSaved: 'The store is saved.',
    storeDeleted: 'The store is deleted.',
    personChanged: 'The team is changed.',
    templateDeleted: 'The template is deleted.',
    keyRevoked: 'The API key is revoked.',
  },
  screens: {
    storeUnseen: (shown: string) => `This link names a store that is gone or that you cannot see. ${shown} is shown instead.`,
    storesUnseen: 'This link names stores that are gone or that you cannot see. They are left out.',
    rightsUnknown: 'Your permissions could not be loaded',
    rightsUnknownHint: 'Until they are, only this screen and your settings open.',
  },
} as const
