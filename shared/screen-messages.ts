/** What any screen says about its connection, its rows and its session; part of `messages`. */
export const screenMessages = {
  screen: {
    refreshFailed: (why: string, since: string) => `Could not refresh. Shown as of ${since}. ${why}`,
    offline: 'You are offline. Nothing can be loaded or saved.',
  },
} as const
