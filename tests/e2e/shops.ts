// Shops for the stores that a test connects itself. The server under test can call none but the sandbox's.
import { randomUUID } from 'node:crypto'
import { demoShops } from '#sandbox/demo-shops.ts'
import { silentHost, spareHost } from '#sandbox/spare-hosts.ts'

const [north] = demoShops
if (!north || !('accessToken' in north.credentials)) throw new Error('the first shop of the demo is not opened by a token')
const { host, credentials } = north
const newName = () => randomUUID().slice(0, 8)

/** What connects North Supply at another address, which no other store has. */
export const anotherShop = () => ({ platform: 'shopify', domain: spareHost(host, newName()), token: credentials.accessToken })

/** An address at which no shop answers. */
export const silentShop = () => silentHost(host, newName())
