import { listen, type ListenOptions } from './events.ts'
import { exportsOf } from './exports.ts'
import { operations, type CallName } from './generated/operations.ts'
import { fileOf, waitFor, type WaitOptions } from './jobs.ts'
import type { InputOf, OutputOf } from './operation.ts'
import { each, type ItemOf, type ListName, type PageOptions } from './pages.ts'
import { createTransport, type CallOptions, type ClientOptions, type Transport } from './transport.ts'
import type { Job } from './generated/schemas.ts'

/** A method for an operation. The input can be left out where all of its fields can. */
export type Method<Name extends CallName> =
  Record<string, never> extends InputOf<Name>
    ? (input?: InputOf<Name>, options?: CallOptions) => Promise<OutputOf<Name>>
    : (input: InputOf<Name>, options?: CallOptions) => Promise<OutputOf<Name>>

/** The operations directly below a prefix: `list` of `products.list`. */
type Methods<Prefix extends string> = {
  [Name in CallName as Name extends `${Prefix}.${infer Own}` ? (Own extends `${string}.${string}` ? never : Own) : never]: Method<Name>
}

function methodsOf<Prefix extends string>({ call }: Transport, prefix: Prefix): Methods<Prefix> {
  const names = Object.keys(operations).filter((name): name is CallName => name.startsWith(`${prefix}.`))
  const own = names.map((name) => [name.slice(prefix.length + 1), name] as const).filter(([method]) => !method.includes('.'))
  const methods = own.map(([method, name]) => [method, (input?: object, options?: CallOptions) => call(name, { ...input }, options)])
  return Object.fromEntries(methods)
}

export type Client = ReturnType<typeof createClient>

/**
 * A client of one installation. Every method throws `BackcounterError` for a refused or failed call, and the signal's reason where it is
 * aborted.
 */
export function createClient(options: ClientOptions) {
  const transport = createTransport(options)
  const warn = options.onWarning ?? ((warning: string) => console.warn(warning))
  const eachOf =
    <Name extends ListName>(name: Name) =>
    (input: InputOf<Name>, pageOptions?: PageOptions<Name>): AsyncGenerator<ItemOf<Name>, void, undefined> =>
      each(transport, name, input, warn, pageOptions)

  return {
    /** Any operation by its name in the API's description. */
    call: transport.call,
    products: { ...methodsOf(transport, 'products'), each: eachOf('products.list') },
    catalogue: {
      ...methodsOf(transport, 'products.catalogue'),
      each: eachOf('products.catalogue.search'),
      eachChange: eachOf('products.catalogue.changes'),
      eachClash: eachOf('products.catalogue.clashes'),
    },
    orders: { ...methodsOf(transport, 'orders'), each: eachOf('orders.list') },
    stores: { ...methodsOf(transport, 'stores'), each: eachOf('stores.list') },
    users: { ...methodsOf(transport, 'users'), each: eachOf('users.list') },
    serviceAccounts: methodsOf(transport, 'users.serviceAccounts'),
    jobs: {
      ...methodsOf(transport, 'export.jobs'),
      each: eachOf('export.jobs.list'),
      wait: (id: string, waitOptions?: WaitOptions) => waitFor(transport, id, waitOptions),
      file: (job: Pick<Job, 'id' | 'files'>, callOptions?: CallOptions) => fileOf(transport, job, callOptions),
    },
    exports: exportsOf(transport),
    events: { listen: (listenOptions?: ListenOptions) => listen(transport, listenOptions) },
    notifications: { ...methodsOf(transport, 'profile.notifications'), each: eachOf('profile.notifications.list') },
    webhooks: { ...methodsOf(transport, 'settings.webhooks'), eachDelivery: eachOf('settings.webhooks.deliveries') },
    templates: methodsOf(transport, 'export.templates'),
    destinations: methodsOf(transport, 'settings.destinations'),
    schedules: { ...methodsOf(transport, 'export.schedules'), eachRun: eachOf('export.schedules.runs') },
    sheets: methodsOf(transport, 'export.sheets'),
    profile: methodsOf(transport, 'profile'),
    views: methodsOf(transport, 'profile.views'),
    settings: methodsOf(transport, 'settings'),
    google: methodsOf(transport, 'settings.google'),
    system: methodsOf(transport, 'settings.system'),
    audit: { each: eachOf('settings.audit') },
  }
}
