/** Messages about the ways to connect a shop. They are apart from `storeMessages`, which the login screen loads, too. */
export const connectMessages = {
  differs: {
    timezone: (shop: string, store: string) => `The shop's time zone is ${shop}; this store says ${store}`,
    currency: (shop: string, store: string) => `The shop's currency is ${shop}; this store says ${store}`,
  },
  use: {
    timezone: (shop: string) => `Use the shop's time zone ${shop}`,
    currency: (shop: string) => `Use the shop's currency ${shop}`,
  },
  fromShop: 'From the shop',
  sharedSecretHint: 'Optional. With it, the shop tells us of changes of products at once.',
  guide: (platform: string) => `The guide: connect a ${platform} shop`,
  saveUnreachable: 'Save anyway',
  saveUnreachableHint: 'The shop did not answer, so the credentials are not tested. You can save the store and test it later.',
  approvalInPerson: 'An approval ends in the browser of the person who began it: an API key cannot have one.',
  noApprovals: 'The shops of this platform approve no apps',
  staysHidden: 'The shop would keep this hidden. Nothing is saved yet.',
  saveLimited: 'Save with this hidden',
  appSettings: {
    title: "The app's settings in Shopify's Dev Dashboard",
    hint: 'Copy these into a version of the app and release it. Custom distribution is enough: no review is needed.',
    scopes: 'Scopes',
    needs: 'What needs each scope',
    without: (sentence: string) => `Without it: ${sentence}.`,
    redirect: 'Redirect URL',
    otherOrigin: (browser: string, server: string) =>
      `You are at ${browser}, and the address of this server (APP_URL) is ${server}. Shopify would send you there, where you are not signed in: open ${server} and connect the store there, or let an administrator correct APP_URL.`,
    errors: 'If Shopify shows an error instead of its page with Install:',
  },
  /** After help.shopbase.com, "Private apps". `shown`: what the step shows on the screen, drawn beside it. */
  privateApp: {
    title: "The API key, in the shop's ShopBase admin",
    steps: [
      { text: 'Open Apps, and at the foot of the page Manage private apps.', shown: ['Apps', 'Manage private apps'] },
      {
        text: 'Press Create a new private app, and enter a name and an e-mail address.',
        shown: ['Create a new private app', 'App details'],
      },
      {
        text: 'Under Admin API, allow reading of products and orders. Changes of products over the API need writing of products, too.',
        shown: ['Admin API', 'read_products', 'read_orders', 'write_products'],
      },
      {
        text: 'Press Save. Admin API then shows the API key and the password for the fields above.',
        shown: ['Save', 'API key', 'Password'],
      },
    ],
    after: 'They open the shop like a password. Delete the private app there to end them.',
  },
  approval: {
    title: 'Connect in Shopify',
    next: (platform: string) => `Continue in ${platform}`,
    hint: "You go on in the shop's admin: sign in there, press Install, and you come back here. The connection is saved only then.",
    again: 'Connect again',
    approveAgain: 'Approve again in Shopify',
    use: 'Use Approval in Shopify',
    close: 'Close',
    approved: 'Shopify has approved the app.',
    saving: 'Testing the connection and saving the store',
    otherShop: 'Please add a shop at another address as a new store',
  },
}
