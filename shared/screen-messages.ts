/** What any screen says about its connection, its rows and its session. */
export const screenMessages = {
  screen: {
    offline: 'You are offline. Nothing can be loaded or saved.',
  },
} as const
