// The fuzzer's requests and their answers.

export const transports = ['rest', 'trpc', 'auth', 'spelled', 'raw'] as const
/** `spelled`: a request of another kind with an undocumented spelling of its address. `raw`: bytes that no HTTP client sends. */
export type Transport = (typeof transports)[number]
/** `half`: the connection ends after half of the body. `slow`: the body trickles. */
type Delivery = 'whole' | 'half' | 'slow'

export type FuzzRequest = {
  index: number
  transport: Transport
  /** The name of the procedure, or the path of the sign-in route. */
  operation: string
  /** The principal's name. */
  principal: string
  method: string
  target: string
  headers: Record<string, string>
  body: Buffer | null
  delivery: Delivery
  /** The body without a mutation, so that what is created can be found again. */
  input: unknown
  /** Whether the address, the method and the format of the body are as documented, so that the answer's schema is known. */
  isPlain: boolean
}

export type FuzzAnswer = {
  /** null if the connection ended without an answer. */
  status: number | null
  headers: Record<string, string>
  /** At most the first two megabytes. */
  text: string
  tookMs: number
}

const shownBody = 400

/** One line that is enough to repeat the request. */
export function describe({ index, transport, principal, method, target, headers, body, delivery }: FuzzRequest): string {
  const shown = body === null ? '' : ` ${body.length} bytes ${delivery} ${JSON.stringify(body.toString('utf8', 0, shownBody))}`
  const { authorization: _, ...others } = headers
  return `#${index} ${transport} ${principal}: ${method} ${target.slice(0, shownBody)} ${JSON.stringify(others).slice(0, shownBody)}${shown}`
}
