import type { FastifyReply, FastifyRequest } from 'fastify'
import { pino, type DestinationStream, type Logger } from 'pino'

const secretNames = ['password', 'token', 'refresh_token', 'apiKey', 'apiPassword', 'clientSecret', 'authorization', 'cookie', 'secrets']

/** What caused an error at the last: a word of ours (a code, a path into an answer), or nothing that is told. */
function reasonOf({ cause }: Error): string | undefined {
  return cause instanceof Error ? reasonOf(cause) : typeof cause === 'string' ? cause : undefined
}

const errorFields = (error: Error) => ({ ...pino.stdSerializers.err(error), reason: reasonOf(error) })

/** Logs name the address without its query, and never a header or a body; what slips in under a secret's name is blanked. */
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
