import { limits } from '#shared/limits.ts'

/** The answers about the copies that only the server gives. They stand apart, so that no screen loads them. */
export const catalogueRefusals = {
  clashGone: 'These stores have no such clash',
  ignoredElsewhere: 'This clash is ignored in other stores too. Somebody who may change the products of all of them can show it again',
  ignoredFull: `At most ${limits.clashes.ignored.toLocaleString('en-US')} clashes can be ignored`,
  notSigned: 'The message is not signed by a shop.',
  webhooks: {
    notReachable: 'The server has no public https address that a shop could call (APP_URL)',
    noSecret: {
      shopify: 'A pasted access token does not have the secret that the shop signs with. Connect the store with an app instead.',
      shopbase: "The store has no shared secret of the shop's private app",
    },
    notAsked: 'The shop has not been asked yet',
    asking: 'The shop is being asked',
    notEnded: (why: string) => `The shop could not be asked to stop telling us of changes: ${why}`,
    left: (tries: number, why: string) =>
      `The shop could not be asked to stop telling us of changes, ${tries} times, and is not asked any more. What it tells is refused. Save its credentials to have it asked again, or remove our app in the shop. The last failure: ${why}`,
  },
  storeOff: 'No copy of this store is kept. Please switch it on first.',
} as const
