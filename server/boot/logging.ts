import type { FastifyReply, FastifyRequest } from 'fastify'
import { isatty } from 'node:tty'
import { pino, type DestinationStream, type Logger } from 'pino'
import { readable } from '#server/logs/readable.ts'

const secretNames = [
  'password',
  'token',
  'refresh_token',
  'apiKey',
  'apiPassword',
  'sharedSecret',
  'clientSecret',
  'authorization',
  'cookie',
  'secrets',
]

/** The root cause of an error, where it is a text of ours (a code or a path into an answer). Other causes are not logged. */
function reasonOf({ cause }: Error): string | undefined {
  return cause instanceof Error ? reasonOf(cause) : typeof cause === 'string' ? cause : undefined
}

const errorFields = (error: Error) => ({ ...pino.stdSerializers.err(error), reason: reasonOf(error) })

const standardOutput = 1

/** Lines for people at a terminal, and JSON, a line each, for everything else. A worker thread writes to the same output. */
function output(): DestinationStream {
  const out = pino.destination(standardOutput)
  return isatty(standardOutput) ? { write: (line) => void out.write(readable(line)) } : out
}

/** Logs contain addresses without their query, and no headers or bodies. Values under the name of a secret are redacted. */
export function createLogger(level: string, destination: DestinationStream = output()): Logger {
  const options = {
    level,
    redact: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    serializers: {
      ...pino.stdSerializers,
      err: errorFields,
      req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0], address: request.ip }),
      res: (reply: FastifyReply) => ({ status: reply.statusCode }),
    },
  }
  return pino(options, destination)
}
