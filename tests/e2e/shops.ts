// Shops for stores that a test connects. The tested server can call only the sandbox's shops.
import { randomUUID } from 'node:crypto'
import { demoShops } from '#sandbox/demo-shops.ts'
import { silentHost, spareHost } from '#sandbox/spare-hosts.ts'

const [north] = demoShops
if (!north || !('accessToken' in north.credentials)) throw new Error('the first shop of the demo is not opened by a token')
const { host, credentials } = north
const newName = () => randomUUID().slice(0, 8)

/** The request that connects North Supply at another, unused address. */
export const anotherShop = () => ({ platform: 'shopify', domain: spareHost(host, newName()), token: credentials.accessToken })

/** An address without a shop. */
export const silentShop = () => silentHost(host, newName())
