/** What any screen says about its connection, its rows and its session; part of `messages`. */
export const screenMessages = {
  screen: {
    refreshFailed: (why: string, since: string) => `Could not refresh. Shown as of ${since}. ${why}`,
    sessionEnded: 'Your session has ended. Please log in again.',
    discardConfirm: 'What you have filled in is not saved. Discard it?',
    leaveExportConfirm: 'An export is running. It ends if you leave this page.',
    offline: 'You are offline. Nothing can be loaded or saved.',
  },
} as const
