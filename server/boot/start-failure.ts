import { statSync } from 'node:fs'
import { inspectEnvironment } from '#server/boot/environment.ts'
import { CodedFailure, sentenceOfFailure, withCode, type Surroundings } from '#server/boot/failure-table.ts'
import { AppError } from '#shared/errors.ts'
import { StartRefused } from '#shared/start-refused.ts'

/** The error and its causes, outermost first. Of several attempts to connect, the first one counts. */
function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  const attempt: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  return [...causesOf(attempt), error, ...causesOf(error.cause)]
}

const surroundings = (): Surroundings => ({
  database: inspectEnvironment().env.databasePlace,
  isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
})

/** The reader of a command is the administrator whom users are to contact, and needs to know which storage it was. */
const sentenceOfRefusal = ({ message, storage }: AppError) =>
  storage === undefined ? message : `${message.replace(' Please contact administrator.', '')} It is ${storage}.`

/** The message for an error that the operator can mend. null: any other error. */
export function sentenceOfError(error: unknown): string | null {
  if (error instanceof StartRefused) return error.message
  if (error instanceof AppError) return sentenceOfRefusal(error)
  const coded = causesOf(error).flatMap((cause) => CodedFailure.safeParse(withCode(cause)).data ?? [])
  // The cause says more than that the database is away.
  const [innermost = null] = coded.toReversed().flatMap((failure) => sentenceOfFailure(failure, surroundings()) ?? [])
  return innermost
}

/** Ends a process whose start failed. Prints the message where there is one, and the error with its stack otherwise. */
export function endStart(error: unknown): never {
  console.error(sentenceOfError(error) ?? error)
  process.exit(1)
}
