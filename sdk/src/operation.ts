import type { OperationName } from './generated/operations.ts'
import type { Operations } from './generated/schemas.ts'

/**
 * How an operation is called over REST. `isQuery`: it changes nothing, so it can be repeated. `isOnce`: the server carries it out once for
 * each Idempotency-Key. `isFlat`: the answer has no `data`.
 */
export type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  isQuery?: boolean
  isOnce?: boolean
  isFlat?: boolean
}

export type Inputs = Operations['inputs']
export type Outputs = Operations['outputs']
export type Streams = Operations['streams']
export type InputOf<Name extends OperationName> = Name extends keyof Inputs ? Inputs[Name] : Record<string, never>
export type OutputOf<Name extends OperationName> = Name extends keyof Outputs ? Outputs[Name] : never
