// The fixture of one worker's trials. Each worker has its own shops and spreadsheet, so that parallel trials do not see each other's
// faults.
import type { Fault } from '#sandbox/faults.ts'
import type { ShopSettings } from '#sandbox/settings.ts'
import type { Sandbox } from '#sandbox/start.ts'
import type { DeadEnds } from '#sandbox/dead-ends.ts'
import { traits, type Platform } from '#shared/platforms.ts'
import type { ProofServer } from './server.ts'

const scopes = ['read_products', 'read_inventory', 'read_orders', 'read_customers', 'read_locations', 'read_all_orders']
/** Two pages of products. */
const sizes = { products: 280, orders: 12 }

export const secrets = { token: 'shpat_canary_of_the_proof', apiKey: 'canary-key-of-the-proof', password: 'canary-password-of-the-proof' }

/** A shop of the proof. */
export function proofShop(platform: Platform, label: string, size: { products: number; orders: number } = sizes): ShopSettings {
  const host = `${label}.${traits[platform].hostSuffix}`
  const common = { host, name: `${traits[platform].label} ${label}`, currency: 'USD', timezone: 'UTC', scopes, ...size }
  const { token: accessToken, apiKey, password } = secrets
  if (platform === 'shopify') return { ...common, platform, credentials: { accessToken } }
  return { ...common, platform, credentials: { apiKey, password } }
}

export const everyDeadEnd = ['refused', 'unknown', 'blackHole', 'noTls'] as const satisfies (keyof DeadEnds)[]
export type DeadEnd = (typeof everyDeadEnd)[number]

/** A shop with an unreachable address. */
export const lostShop = (dead: DeadEnd): ShopSettings => proofShop('shopify', `lost-${dead.toLowerCase()}`)

/** The speed of time for exports. */
export const FAST = 30

export type Known = { answers: Map<string, Promise<unknown>>; texts: Map<string, Promise<string>> }
export const nothingKnown = (): Known => ({ answers: new Map(), texts: new Map() })

export type Fixture = {
  sandbox: Sandbox
  deadEnds: DeadEnds
  /** The server for interactive calls, in real time. */
  people: ProofServer
  /** The worker's own exports by pages and by bulk operations, thirty times as fast as real time. */
  pages: ProofServer
  bulk: ProofServer
  shops: Record<Platform, ShopSettings>
  /** The worker's own spreadsheet. */
  document: string
  /** Values that are computed once: answers without a fault, files, numbers of orders. */
  known: Known
}

/** The fault. Its place and frequency are separate. */
export type InjectedFault = { [One in Fault as One['kind']]: Omit<One, 'shop' | 'operation' | 'after' | 'times'> }[Fault['kind']]
export type Aim = Pick<Fault, 'shop' | 'operation' | 'after' | 'times'>

/** Runs work under a fault. */
export async function under<T>({ sandbox }: Fixture, inject: InjectedFault, aim: Aim, work: () => Promise<T>): Promise<T> {
  const lift = sandbox.faults.add({ ...inject, ...aim })
  try {
    return await work()
  } finally {
    lift()
  }
}
