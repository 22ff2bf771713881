// What scripts/s3-server.ts uses of this package, which has no types of its own.
declare module '@20minutes/s3rver' {
  import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http'
  import type { AddressInfo } from 'node:net'

  export type Context = {
    method: string
    url: string
    path: string
    query: Record<string, string | string[] | undefined>
    type: string
    headers: IncomingHttpHeaders
    req: IncomingMessage
    params: Record<string, string>
    status: number
    body: unknown
    get(header: string): string
  }
  export type Middleware = (ctx: Context, next: () => Promise<unknown>) => Promise<void>
  type Store = {
    getResourcePath(bucket: string, key: string | undefined, resource: string): string
    deleteObject(bucket: string, key: string): Promise<void>
  }
  type Options = {
    address: string
    port: number
    silent: boolean
    directory: string
    vhostBuckets: boolean
    configureBuckets: readonly { name: string }[]
  }
  export default class S3rver {
    constructor(options: Options)
    middleware: Middleware[]
    store: Store
    httpServer: Server
    on(event: 'error', listener: () => void): void
    run(): Promise<AddressInfo>
  }
}
declare module '@20minutes/s3rver/lib/models/error.js' {
  export default class S3Error extends Error {
    constructor(code: string, message: string)
    status: number
  }
}
declare module '@20minutes/s3rver/lib/models/account.js' {
  export const DUMMY_ACCOUNT: { createKeyPair(accessKeyId: string, secretAccessKey: string): void }
}
declare module '@20minutes/s3rver/lib/middleware/authentication.js' {
  import type { Middleware } from '@20minutes/s3rver'

  export default function authentication(): Middleware
}
