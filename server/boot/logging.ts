import type { FastifyReply, FastifyRequest } from 'fastify'
import { pino, type DestinationStream, type Logger } from 'pino'

const secretNames = ['password', 'token', 'refresh_token', 'apiKey', 'apiPassword', 'clientSecret', 'authorization', 'cookie', 'secrets']

/** The root cause of an error, where it is a text of ours (a code or a path into an answer). Other causes are not logged. */
function reasonOf({ cause }: Error): string | undefined {
  return cause instanceof Error ? reasonOf(cause) : typeof cause === 'string' ? cause : undefined
}

const errorFields = (error: Error) => ({ ...pino.stdSerializers.err(error), reason: reasonOf(error) })

/** Logs contain addresses without their query, and no headers or bodies. Values under the name of a secret are redacted. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
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
  return destination ? pino(options, destination) : pino(options)
}
