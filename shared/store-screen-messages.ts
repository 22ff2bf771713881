/** Messages about the list of stores and the form of a store; part of `messages`. */
export const storeScreenMessages = {
  nameNeeded: 'Please enter a name',
  domainNeeded: 'Please enter the domain',
  domainInvalid: (suffix: string) => `Please enter the shop's own address: your-shop.${suffix}`,
  currencyInvalid: 'Currency must be three letters',
  timezoneInvalid: 'Please enter a time zone such as Europe/Berlin',
  secretInvalid: 'Please enter the secret itself',
  secretNeeded: {
    token: 'Please enter the access token',
    clientId: 'Please enter the client ID',
    clientSecret: 'Please enter the client secret',
    apiKey: 'Please enter the API key',
    apiPassword: 'Please enter the API password',
    sharedSecret: 'Please enter the shared secret',
  },
  /** What to do where a shop refuses credentials of a kind whose refusals the platform does not explain. */
  rejectedNext: {
    accessToken: 'Copy the Admin API access token again: it begins with shpat_. A client secret (shpss_) is none.',
    apiPassword: 'Copy both values of the private app again: the key goes first, the password second.',
  },
  reenterCredentials: 'Please re-enter the credentials',
  nameTaken: 'Another store has this name',
  saveFailed: 'Failed to save store',
  deleteFailed: 'Failed to delete store',
  deleteConfirm: (name: string) => `Are you sure you want to delete "${name}"?`,
  connected: 'Connection successful!',
  connectionFailed: 'Connection failed',
  loadFailed: 'Failed to load stores',
  none: 'No stores yet. Add your first store to get started.',
  noneReadable: 'No stores available. Contact your administrator for access.',
  missingScopes: (scopes: readonly string[]) => `Missing scopes: ${scopes.join(', ')}`,
  onlyRecentOrders: 'Only orders of the last 60 days are visible (the scope read_all_orders is missing)',
} as const
